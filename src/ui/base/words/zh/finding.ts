export const finding = {
  'Type words from a message or a title.': '输入说过的内容或标题中的文字。',
  'Searching…': '正在搜索…',
  'No results.': '未找到结果。',
  '{n} sessions.': '{n} 个会话。',
  'Still reading {n} sessions…': '仍在读取 {n} 个会话…',
  Results: '结果',
  'and {n} more in this session': '此会话中还有 {n} 处',
  'Not found': '未找到',
} as const
