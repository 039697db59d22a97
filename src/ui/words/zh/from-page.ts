/** Errors of the page itself and of what it takes files apart with, and failures with what the provider said. */
export const fromPage = {
  'It is too long to be drawn.': '内容过长，无法绘制。',
  'What draws it could not be loaded: it is there once it was used while online.':
    '无法加载绘图组件：联网使用过一次后即可离线使用。',
  'It cannot be drawn safely here.': '此处无法安全地绘制。',
  'It took too long.': '用时过长。',
  'your network': '你的网络',
  'The provider refused the API key. (HTTP {status})': '提供商拒绝了 API 密钥。（HTTP {status}）',
  'The provider refused the API key. It said: {words} (HTTP {status})':
    '提供商拒绝了 API 密钥。它说：{words}（HTTP {status}）',
  'The provider could not be reached. (HTTP {status})': '无法连接到提供商。（HTTP {status}）',
  'The provider could not be reached. It said: {words} (HTTP {status})':
    '无法连接到提供商。它说：{words}（HTTP {status}）',
  'The provider asks to slow down. (HTTP {status})': '提供商要求放慢请求。（HTTP {status}）',
  'The provider asks to slow down. It said: {words} (HTTP {status})':
    '提供商要求放慢请求。它说：{words}（HTTP {status}）',
  'The provider says that this account has no credit left. (HTTP {status})':
    '提供商表示此账号余额不足。（HTTP {status}）',
  'The provider says that this account has no credit left. It said: {words} (HTTP {status})':
    '提供商表示此账号余额不足。它说：{words}（HTTP {status}）',
  'The provider is overloaded. (HTTP {status})': '提供商过载。（HTTP {status}）',
  'The provider is overloaded. It said: {words} (HTTP {status})': '提供商过载。它说：{words}（HTTP {status}）',
  'The provider has an internal error. (HTTP {status})': '提供商出现内部错误。（HTTP {status}）',
  'The provider has an internal error. It said: {words} (HTTP {status})':
    '提供商出现内部错误。它说：{words}（HTTP {status}）',
  'The conversation is too long for this model. (HTTP {status})': '对话对该模型来说过长。（HTTP {status}）',
  'The conversation is too long for this model. It said: {words} (HTTP {status})':
    '对话对该模型来说过长。它说：{words}（HTTP {status}）',
  'The provider does not know this model or address. (HTTP {status})': '提供商不认识该模型或地址。（HTTP {status}）',
  'The provider does not know this model or address. It said: {words} (HTTP {status})':
    '提供商不认识该模型或地址。它说：{words}（HTTP {status}）',
  'The provider did not accept the request. (HTTP {status})': '提供商未接受该请求。（HTTP {status}）',
  'The provider did not accept the request. It said: {words} (HTTP {status})':
    '提供商未接受该请求。它说：{words}（HTTP {status}）',
  'The provider refused to answer for safety reasons. (HTTP {status})': '提供商出于安全原因拒绝回答。（HTTP {status}）',
  'The provider refused to answer for safety reasons. It said: {words} (HTTP {status})':
    '提供商出于安全原因拒绝回答。它说：{words}（HTTP {status}）',
  'The answer broke off. (HTTP {status})': '回答中断了。（HTTP {status}）',
  'The answer broke off. It said: {words} (HTTP {status})': '回答中断了。它说：{words}（HTTP {status}）',
  'The answer was empty. (HTTP {status})': '回答为空。（HTTP {status}）',
  'The answer was empty. It said: {words} (HTTP {status})': '回答为空。它说：{words}（HTTP {status}）',
  'The provider took too long to answer. (HTTP {status})': '提供商响应超时。（HTTP {status}）',
  'The provider took too long to answer. It said: {words} (HTTP {status})':
    '提供商响应超时。它说：{words}（HTTP {status}）',
  'This could not be sent: nothing was changed.': '无法发送：没有任何改动。',
  'The answer could not be read. Reload the page.': '无法读取答复。请重新加载页面。',
  'A part of the app could not be loaded. Reload the page.': '应用的一部分无法加载。请重新加载页面。',
  'This text is too long to be kept.': '文本过长，无法保存。',
  'It is empty.': '文件为空。',
  'There is no text in it.': '其中没有文本。',
  'It is too large ({size}; recordings may have {most}).': '文件过大（{size}；录音上限为 {most}）。',
  'It is damaged, or no sound that can be played here.': '已损坏，或不是此处能播放的音频。',
  'It is too large ({size}; PDFs may have {most}).': '文件过大（{size}；PDF 上限为 {most}）。',
  'The browser could not finish saving. ({why})': '浏览器未能完成保存。（{why}）',
  'Saving failed for an unexpected reason. ({why})': '因意外原因保存失败。（{why}）',
  'Everything saved before this moment is safe. What comes now is held until there is space.':
    '此前保存的内容都是安全的。新的内容会暂存，直到有空间。',
  'Everything saved before this moment is safe. What could not be saved is held.':
    '此前保存的内容都是安全的。未能保存的内容会暂存。',
} as const
