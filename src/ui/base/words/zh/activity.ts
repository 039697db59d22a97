export const activity = {
  'All quiet: nothing is running, waiting for you or failed.': '没有正在运行的，没有等待你处理的，也没有失败的。',
  Scheduled: '已定时',
  'Failed or paused': '失败或已暂停',
  'Stop {title}': '停止 {title}',
  '{what}, {when}': '{what}，{when}',
} as const
