export const prompts = {
  'Deleted “{name}”': '已删除“{name}”',
  'Insert into the message': '放入消息',
  'Messages that you send often. Type / at the start of a message to insert a prompt. Reflexor asks for each part in double braces, such as {example}.':
    '常用的消息。在消息开头输入 / 即可插入提示词。双花括号中的内容（如 {example}）会在使用时询问。',
  language: '语言',
  'A prompt with this name already exists.': '已有同名的提示词。',
  'Enter the text of the prompt.': '请填写内容。',
  Prompt: '提示词',
  Translate: '翻译',
  'Translate into {blank}, and keep the form of the text:': '翻译成{blank}，并保留原文的格式：',
} as const
