export const runs = {
  'Run again with another model': '用另一个模型重新运行',
  'The same messages go to another model in a new session. Tools that reach outside get the results recorded here, so nothing happens outside.':
    '同样的消息会在新会话中发给另一个模型。对外部的调用使用此记录中的结果：不会在外部执行任何操作。',
  'Ask me to run calls that the recording lacks. Otherwise they are answered with an error.':
    '记录中没有的调用先询问我再运行。否则以错误回复。',
  'Choose a model and run': '选择模型并运行',
  'Choose a model': '选择模型',
  'Save as Markdown': '保存为 Markdown',
  'Save as JSON': '保存为 JSON',
  'Runs side by side': '并排比较各次运行',
  Original: '原始',
  'Run {n}': '第 {n} 次运行',
  'From the recording': '来自记录',
  'Not in the recording': '记录中没有',
  Errors: '错误',
  'Tool calls': '工具调用',
  Tokens: 'Token',
  Time: '时间',
} as const
