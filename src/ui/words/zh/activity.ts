export const activity = {
  'Nothing runs, nothing waits for you, nothing has failed.': '没有正在运行的，没有等待你处理的，也没有失败的。',
  'Waiting for a time': '等待时间到来',
  'Failed or paused': '失败或已暂停',
  'Stop {title}': '停止 {title}',
  '{what}, {when}': '{what}，{when}',
} as const
