export const welcome = {
  'Plan a three-day trip to Lisbon: write the itinerary and a packing list as files, then tell me what you made.':
    '规划一次里斯本三日游：把行程和行李清单写成文件，然后告诉我你做了什么。',
  'Try this with your own model': '现在换上你自己的模型',
  'Welcome to Reflexor': '欢迎使用 Reflexor',
  'An AI agent that lives in your browser and never loses its place. Reload, crash, come back tomorrow: it keeps every word and carries on by itself.':
    '住在浏览器里、永不丢失进度的 AI 智能体。重新加载、崩溃、明天再回来：它保留每一个字，并自动继续。',
  'Or pick one of your sessions.': '或选择你的一个会话。',
  'The demo needs no key or network: a scripted model with real tools.':
    '演示无需密钥和网络：由脚本模型驱动真实的工具。',
  'No server, no account.': '无服务器，无账号。',
  'Everything stays in this browser. Keys go only to your provider.':
    '一切都保存在此浏览器中。密钥只会发送给你的模型服务商。',
  'Saved before it acts.': '先保存，再行动。',
  'Each step is on disk before the next begins. Nothing gets lost, and nothing runs twice by accident.':
    '每一步都先写入磁盘再进行下一步，不会丢失，也不会意外重复执行。',
  'You decide.': '由你决定。',
  'Tools ask before they do anything that can’t be undone. Stop always works.':
    '工具在执行无法撤销的操作前会先询问，停止按钮始终有效。',
  'Page not found. Pick a session or start a new one.': '找不到此页面。请选择一个会话，或新建一个。',
  'Choose who answers. Your message is sent when you save.': '请选择由谁回答。保存后会发送你的消息。',
  'Send it to the demo': '发送给演示模型',
  'Left out (limit {size} in total): {names}': '已略去（总共最多可等待 {size}）：{names}',
  'Left out (limit {n} files in total): {names}': '已略去（总共最多可等待 {n} 个文件）：{names}',
  'Left out (no browser storage left): {names}': '已略去（浏览器没有空间）：{names}',
} as const
