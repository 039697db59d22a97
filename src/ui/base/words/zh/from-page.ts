/** Errors of the page itself and of its file readers, and failures that quote the provider. */
export const fromPage = {
  'It is too long to draw.': '内容过长，无法绘制。',
  'The renderer couldn’t be loaded. It works offline after it was used online once.':
    '无法加载绘图组件：联网使用过一次后即可离线使用。',
  'It can’t be drawn safely here.': '此处无法安全地绘制。',
  'It took too long.': '用时过长。',
  'your network': '你的网络',
  'The provider rejected the API key. (HTTP {status})': '模型服务商拒绝了 API 密钥。（HTTP {status}）',
  'The provider rejected the API key. It said: {words} (HTTP {status})':
    '模型服务商拒绝了 API 密钥。它说：{words}（HTTP {status}）',
  'Couldn’t reach the provider. (HTTP {status})': '无法连接到模型服务商。（HTTP {status}）',
  'Couldn’t reach the provider. It said: {words} (HTTP {status})':
    '无法连接到模型服务商。它说：{words}（HTTP {status}）',
  'The provider is rate-limiting requests. (HTTP {status})': '模型服务商要求放慢请求。（HTTP {status}）',
  'The provider is rate-limiting requests. It said: {words} (HTTP {status})':
    '模型服务商要求放慢请求。它说：{words}（HTTP {status}）',
  'This account has no credit left. (HTTP {status})': '模型服务商表示此账号余额不足。（HTTP {status}）',
  'This account has no credit left. It said: {words} (HTTP {status})':
    '模型服务商表示此账号余额不足。它说：{words}（HTTP {status}）',
  'The provider is overloaded. (HTTP {status})': '模型服务商过载。（HTTP {status}）',
  'The provider is overloaded. It said: {words} (HTTP {status})': '模型服务商过载。它说：{words}（HTTP {status}）',
  'The provider had an internal error. (HTTP {status})': '模型服务商出现内部错误。（HTTP {status}）',
  'The provider had an internal error. It said: {words} (HTTP {status})':
    '模型服务商出现内部错误。它说：{words}（HTTP {status}）',
  'The conversation is too long for this model. (HTTP {status})': '对话对该模型来说过长。（HTTP {status}）',
  'The conversation is too long for this model. It said: {words} (HTTP {status})':
    '对话对该模型来说过长。它说：{words}（HTTP {status}）',
  'The provider doesn’t know this model or address. (HTTP {status})': '模型服务商不认识该模型或地址。（HTTP {status}）',
  'The provider doesn’t know this model or address. It said: {words} (HTTP {status})':
    '模型服务商不认识该模型或地址。它说：{words}（HTTP {status}）',
  'The provider rejected the request. (HTTP {status})': '模型服务商未接受该请求。（HTTP {status}）',
  'The provider rejected the request. It said: {words} (HTTP {status})':
    '模型服务商未接受该请求。它说：{words}（HTTP {status}）',
  'The provider refused to answer for safety reasons. (HTTP {status})':
    '模型服务商出于安全原因拒绝回答。（HTTP {status}）',
  'The provider refused to answer for safety reasons. It said: {words} (HTTP {status})':
    '模型服务商出于安全原因拒绝回答。它说：{words}（HTTP {status}）',
  'The answer was cut off. (HTTP {status})': '回答中断了。（HTTP {status}）',
  'The answer was cut off. It said: {words} (HTTP {status})': '回答中断了。它说：{words}（HTTP {status}）',
  'The answer was empty. (HTTP {status})': '回答为空。（HTTP {status}）',
  'The answer was empty. It said: {words} (HTTP {status})': '回答为空。它说：{words}（HTTP {status}）',
  'The provider took too long to answer. (HTTP {status})': '模型服务商响应超时。（HTTP {status}）',
  'The provider took too long to answer. It said: {words} (HTTP {status})':
    '模型服务商响应超时。它说：{words}（HTTP {status}）',
  'Couldn’t send this. Nothing was changed.': '无法发送：没有任何改动。',
  'Couldn’t read the answer. Reload the page.': '无法读取答复。请重新加载页面。',
  'Couldn’t load a part of the app. Reload the page.': '应用的一部分无法加载。请重新加载页面。',
  'This text is too long to save.': '文本过长，无法保存。',
  'It is empty.': '文件为空。',
  'It contains no text.': '其中没有文本。',
  'It is too large ({size}, limit {most} for audio).': '文件过大（{size}；录音上限为 {most}）。',
  'It is damaged, or not audio that can be played here.': '已损坏，或不是此处能播放的音频。',
  'It is too large ({size}, limit {most} for PDFs).': '文件过大（{size}；PDF 上限为 {most}）。',
  'The browser could not finish saving. ({why})': '浏览器未能完成保存。（{why}）',
  'Saving failed for an unexpected reason. ({why})': '因意外原因保存失败。（{why}）',
  'Everything saved before this moment is safe. What comes now is held until there is space.':
    '此前保存的内容都是安全的。新的内容会暂存，直到有空间。',
  'Everything saved before this moment is safe. What could not be saved is held.':
    '此前保存的内容都是安全的。未能保存的内容会暂存。',
} as const
