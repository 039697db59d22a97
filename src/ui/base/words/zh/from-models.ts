/** Messages about models and connections: failures, what to do about them, and refused settings. */
export const fromModels = {
  'The provider rejected the API key.': '模型服务商拒绝了 API 密钥。',
  'Couldn’t reach the provider.': '无法连接模型服务商。',
  'The provider is rate-limiting requests.': '模型服务商要求放慢请求速度。',
  'This account has no credit left.': '模型服务商表示该账户余额不足。',
  'The provider is overloaded.': '模型服务商负载过高。',
  'The provider had an internal error.': '模型服务商发生内部错误。',
  'The conversation is too long for this model.': '对话超出了该模型的长度。',
  'The provider doesn’t know this model or address.': '模型服务商不认识该模型或地址。',
  'The provider rejected the request.': '模型服务商不接受该请求。',
  'The provider refused to answer for safety reasons.': '模型服务商出于安全原因拒绝回答。',
  'The answer was cut off.': '回答中断。',
  'The answer was empty.': '回答为空。',
  'The provider took too long to answer.': '模型服务商响应超时。',
  'Stopped.': '已停止。',
  'Something unexpected went wrong.': '发生了意外错误。',
  'It said: {detail} (HTTP {status})': '对方返回：{detail}（HTTP {status}）',
  'It said: {detail}': '对方返回：{detail}',
  '(HTTP {status})': '（HTTP {status}）',
  'The provider sent invalid data.': '模型服务商发来的数据无效。',
  'The provider sent something that isn’t a response.': '模型服务商发来的内容不是有效响应。',
  'The provider sent no answer.': '模型服务商没有返回回答。',
  'The connection was cut.': '连接被切断。',
  'The provider ended it without marking it complete.': '模型服务商结束了回答，但没有说明已经完整。',
  'The provider ended it before it was complete.': '模型服务商在回答完整之前就结束了。',
  'The provider ended it in the middle of a tool call.': '模型服务商在工具调用写到一半时就结束了。',
  'The provider sent more than any answer could need.': '模型服务商发来的内容大于任何回答。',
  'No data for {n} s.': '{n} 秒内没有收到任何内容。',
  'Is the base URL right?': '基础 URL 正确吗？',
  'The provider answered with {type}, not a stream.': '模型服务商返回的是 {type}，而不是数据流。',
  'No readable response from {origin}. The API key may be wrong (OpenAI hides that from web pages), or the network is down.':
    '没有从 {origin} 收到网页可读的内容：API 密钥可能有误（OpenAI 不让网页看到拒绝信息），或者网络已断开。',
  'No response from {origin}. The server may not be running, or it doesn’t allow web pages (CORS).':
    '{origin} 没有响应：服务器可能没有运行，或不允许网页请求（CORS）。',
  'For Ollama set OLLAMA_ORIGINS to this page’s address, for LM Studio run `lms server start --cors`.':
    'Ollama 请把 OLLAMA_ORIGINS 设为本页面的地址；LM Studio 请运行 `lms server start --cors`。',
  'No response from {origin}. The network may be down, or the server doesn’t allow web pages (CORS).':
    '没有从 {origin} 收到内容：网络可能已断开，或服务器不允许网页请求（CORS）。',
  'Some providers also respond this way to a wrong key.': '有些模型服务商在密钥错误时也会如此。',
  'The model sent an empty answer.': '模型返回了空回答。',
  'It asks to wait {time}. Retry tries again right away.': '对方要求 {time}后再请求；点“重试”会立即请求。',
  'It asks to wait {time}. Compact now tries again right away. Settings > Models has the model for summaries.':
    '对方要求 {time}后再请求；点“立即压缩”会立即请求，摘要模型在“设置 > 模型”中选择。',
  '{n} minutes': '{n} 分钟',
  '{n} hours': '{n} 小时',
  'The answer ended unexpectedly.': '回答没有正常结束。',
  'Stopped because nothing could be saved.': '因无法保存而停止。',
  'This run reached its token limit, so the answer was not retried.':
    '已达到本次运行的 token 上限，因此没有再次请求该回答。',
  'This run reached its cost limit, so the answer was not retried.':
    '已达到本次运行的费用上限，因此没有再次请求该回答。',
  'This session reached its daily cost limit, so the answer was not retried.':
    '已达到本会话今日的费用上限，因此没有再次请求该回答。',
  'This answer was cut off after about {n} tokens. Retrying costs them again, so Reflexor waits for you (Settings > Models).':
    '该回答在约 {n} tokens 后中断。再次请求会重复计费，因此 Reflexor 等待你的决定（设置 > 模型）。',
  'There is nothing that could be summarised yet.': '还没有可以总结的内容。',
  'The summary ended unexpectedly.': '摘要没有正常结束。',
  'The model refused to summarise.': '模型拒绝总结。',
  'The summary was cut off at the model’s output limit.': '摘要因模型的输出上限而被截断。',
  'The model called a tool instead of summarising.': '模型调用了工具，而没有总结。',
  'The summary was empty.': '摘要为空。',
  'The summary was too long.': '摘要超出了可用空间。',
  'The summary would not have made the conversation shorter.': '该摘要不会使对话变短。',
  'If the browser asks whether this page can reach this computer, allow it.':
    '如果浏览器询问是否允许本页面访问本机，请允许。',
  'This session’s provider was removed. Choose another model under the session’s title, then Retry.':
    '此会话的模型服务商已被移除。请在会话标题下选择其他模型，然后重试。',
  'This device has no provider for this session. Add one, or choose another model under the session’s title, then Retry.':
    '此设备没有该会话的模型服务商。请添加一个，或在会话标题下选择其他模型，然后重试。',
  "Today's limit over all sessions is reached: {spent} of {limit}. Raise it in Settings > Usage, then Retry.":
    '已达到所有会话的今日上限：{spent} / {limit}。请在“设置 > 用量”中提高上限，然后重试。',
  'The demo model has no network.': '演示模型不使用网络。',
  'This is not JSON. It must be an object, as in {example}.': '这不是 JSON。必须是一个对象，例如 {example}。',
  'It must be an object, as in {example}.': '必须是一个对象，例如 {example}。',
} as const
