export const replay = {
  Recording: '录制',
  'A recording from elsewhere. It stays as it is, and nothing of it runs.':
    '来自别处的录制。它保持原样，不会运行任何部分。',
  Replay: '回放',
  'Copying…': '正在复制…',
  'Go on in a copy': '在副本中继续',
  'Fork here and go on with {model} ({provider})': '从这里分叉，用 {model} 继续（{provider}）',
  Pause: '暂停',
  Play: '播放',
  Speed: '速度',
  'Go on with a model': '选择模型继续',
  'Play from the start': '从头播放',
  'Acts outside, in a copy': '副本中的外部操作',
  'Searches, pages, tools of servers and messages in this recording then really happen, on your accounts. Do it only if you trust who made it.':
    '那样，此录制中的搜索、网页、服务器工具和消息会真正执行，并使用你的账号。仅当你信任录制者时才这样做。',
  'Acts outside happen again': '外部操作会再次执行',
  'Acts outside: only as recorded': '外部操作：只用录制的结果',
  'Acts outside: as recorded, others happen': '外部操作：先用录制的结果，其余照常执行',
  'Leave the replay': '离开回放',
  '{path}, as it was then': '{path}，当时的内容',
  '{n} files then': '当时 {n} 个文件',
} as const
