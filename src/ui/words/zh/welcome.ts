export const welcome = {
  'Plan a three-day trip to Lisbon: write the itinerary and a packing list as files, then tell me what you made.':
    '规划一次里斯本三日游：把行程和行李清单写成文件，然后告诉我你做了什么。',
  'Now with your own model': '现在换上你自己的模型',
  'Welcome to Reflexor': '欢迎使用 Reflexor',
  'An AI agent that lives in your browser and never loses its place. Reload, crash, come back tomorrow: it picks up in the middle of a sentence.':
    '住在浏览器里、永不丢失进度的 AI 智能体。重新加载、崩溃、明天再回来：它都会从中断的那句话接着说下去。',
  'Or choose one of your sessions.': '或选择你的一个会话。',
  'The demo needs no key and no network: a scripted model with real tools.':
    '演示无需密钥和网络：由脚本模型驱动真实的工具。',
  'No server, no account.': '无服务器，无账号。',
  'Everything stays in this browser. Keys go to your provider and nowhere else.':
    '一切都保存在此浏览器中。密钥只会发送给你的提供商。',
  'Saved before it acts.': '先保存，再行动。',
  'Each step is on disk before the next begins, so nothing is lost and nothing is done twice by accident.':
    '每一步都先写入磁盘再进行下一步，不会丢失，也不会意外重复执行。',
  'You decide.': '由你决定。',
  'Tools ask before they do what cannot be undone, and Stop always works.':
    '工具在执行无法撤销的操作前会先询问，停止按钮始终有效。',
  'This address leads nowhere. Choose one of your sessions, or begin here.':
    '此地址无效。请选择你的一个会话，或从这里开始。',
  'What waits': '等待中的内容',
  'A text waits: it will be in the message box when there is a model.':
    '一段文字正在等待：有了模型后，它会出现在消息框中。',
  '{n} files wait: they will be in the message box when there is a model.':
    '{n} 个文件正在等待：有了模型后，它们会出现在消息框中。',
  '{n} files and a text wait: they will be in the message box when there is a model.':
    '{n} 个文件和一段文字正在等待：有了模型后，它们会出现在消息框中。',
  '{n} texts wait: they will be at the message box when there is a model.':
    '{n} 段文字正在等待：有了模型后，它们会出现在消息框旁。',
  '{n} files and {text} texts wait: they will be at the message box when there is a model.':
    '{n} 个文件和 {text} 段文字正在等待：有了模型后，它们会出现在消息框旁。',
  Drop: '丢弃',
  'Dropped: nothing waits any more.': '已丢弃：没有等待中的内容了。',
  'Left out, because {size} can wait in all: {names}': '已略去（总共最多可等待 {size}）：{names}',
  'Left out, because {n} files can wait in all: {names}': '已略去（总共最多可等待 {n} 个文件）：{names}',
  'Left out, because the browser gave no room: {names}': '已略去（浏览器没有空间）：{names}',
} as const
