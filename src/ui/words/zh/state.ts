export const state = {
  'Deleted “{title}”': '已删除「{title}」',
  'This message was not sent: another tab was told why.': '这条消息未发送：原因已在另一个标签页中说明。',
  'Nothing was changed: a file is not what it was. Look at it again.': '没有任何改动：有文件已与之前不同。请再看一下。',
  'This could not be sent: nothing was changed. Reload the page and try again.':
    '无法发送：没有任何改动。请重新加载页面后再试。',
  'This browser keeps nothing at the moment. Do not close this tab until the message is saved.':
    '此浏览器目前无法保存内容。消息保存之前请勿关闭此标签页。',
} as const
