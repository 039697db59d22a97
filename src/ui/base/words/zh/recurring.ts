export const recurring = {
  Recurring: '定期任务',
  'Recurring tasks': '定期任务列表',
  'Recurring task': '定期任务设置',
  'New recurring task': '新建定期任务',
  'Next: {time}': '下次：{time}',
  'Repeat {task}': '重复 {task}',
  'Enter the task.': '请填写任务。',
  'Times (cron)': '时间（cron）',
  'Minute, hour, day, month, weekday. For example, 0 8 * * * is each day at 8:00, 0 9 * * 1-5 on workdays at 9:00.':
    '依次为分、时、日、月、星期。例如 0 8 * * * 表示每天 8:00，0 9 * * 1-5 表示工作日 9:00。',
  'It runs while Reflexor is open in a tab. What was missed while it was closed runs once when you come back.':
    '在 Reflexor 于标签页中打开时运行。关闭期间错过的，会在你回来时运行一次。',
  Until: '直到',
  Repeat: '重复',
  'Set to repeat': '已设为重复',
  'set a task to repeat': '设置了一个重复任务',
  'set {n} tasks to repeat': '设置了 {n} 个重复任务',
  'Gives a session the same task again at set times.': '在设定的时间把同一任务再次交给会话。',
  'There are too many recurring tasks. Stop one first.': '定期任务太多。请先停止一个。',
} as const
