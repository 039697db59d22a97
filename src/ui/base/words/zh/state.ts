export const state = {
  'Deleted “{title}”': '已删除「{title}」',
  'This message was not sent. Another tab shows why.': '这条消息未发送：原因已在另一个标签页中说明。',
  'Nothing was changed, because a file has changed since. Look at it again.':
    '没有任何改动：有文件已与之前不同。请再看一下。',
  'Couldn’t send this, and nothing was changed. Reload the page and try again.':
    '无法发送：没有任何改动。请重新加载页面后再试。',
  'The browser can’t save right now. Don’t close this tab until the message is saved.':
    '此浏览器目前无法保存内容。消息保存之前请勿关闭此标签页。',
} as const
