export const workerLink = {
  'A message of the worker could not be read.': '无法读取后台工作线程的消息。',
  'The worker\'s answer to "{kind}" could not be read.': '无法读取后台工作线程对「{kind}」的答复。',
} as const
