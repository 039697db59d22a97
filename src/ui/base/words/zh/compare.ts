export const compare = {
  'Compare models': '比较模型',
  'Answer of {model}': '{model} 的回答',
  'Keep this one': '保留这个',
  'Back to the comparison': '返回比较',
  'Your next message goes to each of these models. Each answer is paid for. You keep one; the others stay as variants.':
    '你的下一条消息会发给这些模型中的每一个，每个回答都会计费。你保留一个，其余留作变体。',
  'Add at least two models.': '请至少添加两个模型。',
  'Models to compare': '要比较的模型',
  'Add a model': '添加模型',
  'Don’t compare': '不比较',
  'Compare these': '比较这些',
} as const
