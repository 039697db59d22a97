export const notifications = {
  'The agent can reach you while you look elsewhere.': '你不在看这个页面时，智能体也能通知你。',
  'This browser was told not to. Its site settings can change that.': '此浏览器已被设为不允许。可在其网站设置中更改。',
  'While you look elsewhere, the agent can tell you that it needs you.':
    '你不在看这个页面时，智能体可以告诉你它需要你。',
  'This browser has no notifications; they are shown in the page.': '此浏览器没有通知功能；通知会显示在页面中。',
  'Allow notifications': '允许通知',
  'It failed.': '已失败。',
  'It is paused.': '已暂停。',
  'It is done.': '已完成。',
  '{n} questions wait for you': '有 {n} 个问题等待你处理',
  'Unknown outcome: {tool}': '结果未知：{tool}',
  'Approve {tool}?': '批准 {tool}？',
} as const
