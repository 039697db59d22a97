export const notifications = {
  'The agent can notify you while you are elsewhere.': '你不在看这个页面时，智能体也能通知你。',
  'Notifications are blocked in this browser. Allow them in its site settings.':
    '此浏览器已被设为不允许。可在其网站设置中更改。',
  'Get notified when the agent needs you while you are elsewhere.': '你不在看这个页面时，智能体可以告诉你它需要你。',
  'This browser has no notifications. They are shown in the page instead.':
    '此浏览器没有通知功能；通知会显示在页面中。',
  'Allow notifications': '允许通知',
  'It failed.': '已失败。',
  '{n} questions are waiting for you': '有 {n} 个问题等待你处理',
  'Unknown outcome: {tool}': '结果未知：{tool}',
  'Approve {tool}?': '批准 {tool}？',
} as const
