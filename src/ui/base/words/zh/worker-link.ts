export const workerLink = {
  'Couldn’t read a message from the worker.': '无法读取后台工作线程的消息。',
  'Couldn’t read the worker’s answer to "{kind}".': '无法读取后台工作线程对「{kind}」的答复。',
} as const
