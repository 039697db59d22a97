export const helpers = {
  Helper: '助手',
  Helpers: '助手',
  'Model for helpers': '助手使用的模型',
  'delegate subagent cheap': '委派 子代理 便宜',
  'Find a model for helpers': '为助手查找模型',
  Task: '任务',
  'Helper: {title}': '助手：{title}',
  'Stop helper': '停止助手',
  'A helper of {session}.': '{session}的助手。',
  'A helper of another session.': '另一个对话的助手。',
  'You can add instructions. Its last message goes back when it finishes.':
    '你可以补充要求。它完成后，最后一条消息会交回原对话。',
  'Its work was handed back. What you say here stays here.': '它的工作已经交回。你在这里说的话只留在这里。',
  Delegated: '已委派',
  'handed work to a helper': '把工作交给了助手',
  'handed work to {n} helpers': '把工作交给了 {n} 个助手',
  'Hands parts of the work to helpers. Each is a session that you can open and stop.':
    '把部分工作交给助手。每个助手都是一个可以打开和停止的对话。',
}
