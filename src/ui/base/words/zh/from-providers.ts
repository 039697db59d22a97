/** Messages while a provider is set up: the test of key and address, the input, and notes on known providers. */
export const fromProviders = {
  // the test of a provider
  'It works: {model} answered in {n} s.': '可用：{model} 在 {n} 秒内作出回答。',
  'No answer within {n} seconds.': '{n} 秒内没有回答。',
  'The key works, but its organisation doesn’t allow requests from web pages.':
    '密钥正确，但其组织禁止来自网页的请求。',
  'An administrator can change that in the Anthropic Console. Or use a key of another organisation.':
    '管理员可在 Anthropic Console 中更改，或者使用其他组织的密钥。',
  'Something between this computer and the provider (a proxy or a network’s sign-in page) answered instead.':
    '回应来自此计算机与模型服务商之间的某处（代理，或网络的登录页面）。',
  'Sign in to the network, or ask the proxy’s administrator to allow this address.':
    '请登录网络，或请代理的管理者放行此地址。',
  'Add credit at the provider, or use another key.': '请在模型服务商处充值，或使用其他密钥。',
  'The connection works. Try again later.': '连接本身没有问题。请稍后重试。',
  'This provider needs an API key.': '此模型服务商需要 API 密钥。',
  'Enter one.': '请输入密钥。',
  'The key is valid but lacks permission. Check its rights, its project and its models.':
    '密钥有效，但没有权限：请检查其权限、项目和适用的模型。',
  'Copy the whole key again, and check that it belongs to this provider.':
    '请重新完整复制密钥，并确认它属于此模型服务商。',
  'Copy the whole key again, and check that it belongs to {provider}.': '请重新完整复制密钥，并确认它属于 {provider}。',
  'No models at {address}, but there are at {other}.': '{address} 没有模型，但 {other} 有。',
  'Use that address.': '请使用该地址。',
  '{address} has models but no Responses API, which the kind OpenAI uses.':
    '{address} 上有模型，但没有 OpenAI 类型所用的 Responses API。',
  'Choose the kind OpenAI-compatible.': '请选择“OpenAI 兼容”类型。',
  'The provider has no model "{model}".': '模型服务商没有模型“{model}”。',
  'Choose one from its list.': '请从它列出的模型中选择。',
  'Did you mean "{model}"?': '是否指“{model}”？',
  '{address} responds, but has nothing at {path}.': '{address} 有服务器，但在 {path} 没有内容。',
  '{address} is not a model server. It sends web pages or something else.':
    '{address} 的回应不是模型服务器：它发送的是网页或其他内容。',
  'Check the address: use the API, not the website. It usually ends in /v1.':
    '请检查地址：应是 API 的地址，而不是网站的地址，通常以 /v1 结尾。',
  'This computer is offline.': '此计算机已离线。',
  'Connect to the network and test again.': '请连接网络后再测试。',
  'The browser blocks this page from reaching servers on this computer.': '浏览器不允许此页面访问本机的服务器。',
  'Allow "Local network access" (or "Apps on device") in the site settings next to the address bar, then reload.':
    '请在地址栏旁的网站设置中允许“本地网络访问”（或“设备上的应用”），然后重新加载。',
  'This page uses https, and Safari doesn’t let it reach plain http addresses, not even {address}.':
    '此页面经 https 加载，Safari 不允许它访问任何 http 地址，{address} 也不行。',
  'Use Chrome, Edge or Firefox, or put the server behind https.':
    '请使用 Chrome、Edge 或 Firefox，或为服务器启用 https。',
  'No response from {address}. The server doesn’t exist, or the network, a proxy sign-in, a firewall or a browser extension blocks it.':
    '收不到 {address} 的任何内容：服务器不存在，或被网络、需要登录的代理、防火墙或浏览器扩展阻挡。',
  '{address} is up, but something blocks the connection: the network, a proxy sign-in, a firewall or a browser extension.':
    '收不到 {address} 的任何内容，但该服务器是存在的：它被网络、需要登录的代理、防火墙或浏览器扩展阻挡。',
  'This page uses https, and this browser doesn’t let it reach plain http in your network, such as {address}.':
    '此页面经 https 加载，此浏览器不允许它访问您网络中的 http 地址，例如 {address}。',
  'Put the server behind https, or run Reflexor on this computer (npm start): pages on http://localhost can reach the network.':
    '请为服务器启用 https，或在本机运行 Reflexor（npm start）：从 http://localhost 可以访问网络。',
  'The browser blocks this page from reaching servers in your network.': '浏览器不允许此页面访问您网络中的服务器。',
  'Start the server there and let it listen on the network (for Ollama OLLAMA_HOST=0.0.0.0), or correct the address. If the browser asks whether this page can reach your network, allow it. A page on https may need the server on https, too.':
    '请启动那里的服务器并让它监听网络（Ollama 用 OLLAMA_HOST=0.0.0.0），或更正地址。如果浏览器询问是否允许此页面访问您的网络，请允许。经 https 加载的页面可能也要求服务器使用 https。',
  'No response from {address}, or it doesn’t allow web pages. It must send "Access-Control-Allow-Origin" with every response, including errors.':
    '{address} 没有响应，或不允许网页读取：每个响应（包括错误）都必须带有 "Access-Control-Allow-Origin"。',
  'No response from {address}.': '{address} 没有响应。',
  'Start the server there, or correct the address.': '请启动那里的服务器，或更正地址。',
  'Start the server there, or correct the address. If the browser asks whether this page can reach this computer, allow it.':
    '请启动那里的服务器，或更正地址。如果浏览器询问是否允许此页面访问本机，请允许。',
  'Check the address for typos, and whether other pages load.': '请检查地址是否有误，以及其他网页能否打开。',
  '{address} responds, but doesn’t allow this page (CORS).': '{address} 有服务器在运行，但不允许此页面访问（CORS）。',
  'Start it with: {command}': '请这样启动它：{command}',
  'The provider responds, but hides the response from web pages, as it does for rejected keys.':
    '模型服务商有回应，但对网页隐藏内容；拒绝密钥时它会这样做。',
  'The key is most likely wrong or was deleted. Copy it again. If it is right, a proxy or your network’s sign-in page answers instead.':
    '密钥很可能有误或已被删除。请重新复制。如果密钥无误，则是代理或网络的登录页面代为回应。',
  '{address} responds, but web pages can’t read the response (CORS).':
    '{address} 的服务器有回应，但不允许网页读取（CORS）。',
  'Check the key first: the server may reject it without CORS headers. Or it doesn’t allow web pages, or a proxy or a network’s sign-in page answers instead.':
    '它要么不允许网页访问，要么拒绝了此密钥而没有带 CORS 头：请先检查密钥。也可能是代理或网络的登录页面代为回应。',
  'It may need a key and say so without CORS headers: enter one. Otherwise it doesn’t allow web pages.':
    '它可能需要密钥，只是没有带 CORS 头：请输入密钥。否则就是不允许网页访问。',
  'The server sent no list of models. Is the base URL right?': '服务器没有返回模型列表。Base URL 是否正确？',
  // input for a provider
  '“{name}” can’t be a header name.': '“{name}”不能作为请求头名称。',
  '{name} contains a key. Put it into the “API key” field, where it is encrypted.':
    '{name} 含有密钥：请填入“API 密钥”，在那里会加密保存。',
  'Browsers don’t let pages send {name}.': '浏览器不允许网页发送 {name}。',
  '{name} is already set for every request.': '每次请求都已设置 {name}。',
  'The value of {name} is too long or contains characters that headers can’t carry.':
    '{name} 的值含有请求头不允许的字符，或太长。',
  '“{line}” isn’t a header. Write Name: value.': '“{line}”不是请求头：请写成“名称: 值”。',
  'At most {n} headers.': '请求头最多 {n} 个。',
  'This is not JSON. It must be an object, as in {"service_tier": "flex"}.':
    '这不是 JSON。必须是对象，例如 {"service_tier": "flex"}。',
  'It must be an object, as in {"service_tier": "flex"}.': '必须是对象，例如 {"service_tier": "flex"}。',
  '“{name}” is already set by the session.': '“{name}”由会话自行设置。',
  'Check the fields under Advanced.': '“高级”中的内容无法使用。',
  // known providers
  'OpenAI-compatible': 'OpenAI 兼容',
  'Moonshot (Kimi)': '月之暗面（Kimi，国际）',
  'Moonshot (Kimi, China)': '月之暗面（Kimi，中国）',
  'Alibaba (Qwen)': '阿里云（Qwen，国际）',
  'Alibaba (Qwen, China)': '阿里云（Qwen，中国）',
  'Z.ai (GLM)': '智谱 Z.ai（GLM）',
  'Gemini (OpenAI format)': 'Gemini（OpenAI 格式）',
  'Answers keep generating at OpenAI if you close this tab. OpenAI stores them for up to 30 days.':
    '关闭此标签页后，回答会在 OpenAI 继续，之后可接续读取。为此 OpenAI 会保存它（最长 30 天）。',
  'One key for models from many vendors. Costs are as reported by OpenRouter.':
    '一个密钥可用多家的模型。回答的费用以 OpenRouter 报告的为准。',
  'Organisations can block requests from web pages. Their keys are then rejected here.':
    '组织可以禁止来自网页的请求；此时其密钥在这里会被拒绝。',
  'Keys belong to a region. Keys from mainland China work at dashscope.aliyuncs.com.':
    '密钥区分地域：中国内地的密钥用于 dashscope.aliyuncs.com。',
  'Z.ai may not allow web pages (CORS).': '不确定 Z.ai 是否允许网页访问（CORS）。',
  'Sonar models don’t support tools: chat only.': '其 Sonar 模型不支持工具：智能体只能对话。',
  'Start it with OLLAMA_ORIGINS set to this page’s address and OLLAMA_CONTEXT_LENGTH=32768. Otherwise it may read only 4,096 tokens (num_ctx) and silently drop the rest.':
    '启动时请将 OLLAMA_ORIGINS 设为此页面的地址，并设置 OLLAMA_CONTEXT_LENGTH=32768：否则它可能最多只接受 4,096 个 token（num_ctx），其余内容会被直接截断，不作提示。',
  'Start its server with `lms server start --cors`.': '请用 `lms server start --cors` 启动其服务器。',
  'Start `llama-server` with `--jinja` for tools, and with this page’s address in `--cors-origins` if needed.':
    '启动 `llama-server` 时加上 `--jinja` 以使用工具，需要时在 `--cors-origins` 中填写此页面的地址。',
  'Start it with `--allowed-origins` for this page, and `--enable-auto-tool-choice` for tools.':
    '启动时加上 `--allowed-origins` 允许此页面，并加上 `--enable-auto-tool-choice` 以使用工具。',
  'It was started with a context of {n} tokens, which is too small for an agent. Start it with: {line}':
    '它启动时一次只接受 {n} 个 token，对智能体来说偏少。请用以下方式启动：{line}',
  'Ollama loaded this model with a context of {window} tokens and would silently drop the beginning of these {size}. Start it with OLLAMA_CONTEXT_LENGTH=32768, or turn off tools in Session options.':
    'Ollama 加载此模型时的上下文为 {window} 个 token，会不作提示地截掉这 {size} 个 token 的开头。请用 OLLAMA_CONTEXT_LENGTH=32768 启动它，或在会话选项中关闭工具。',
  // Azure, and signing in at a provider
  'Put your resource name into the address. The model is your deployment name. Azure may not allow web pages (CORS).':
    '请把资源名称填入地址；模型填写部署名称。尚不确定 Azure 是否允许网页访问（CORS）。',
  'Answers keep generating at Azure if you close this tab. Azure stores them for up to 30 days.':
    '此标签页关闭后，回答会在 Azure 继续，之后可再次接上。为此 Azure 会保存它（最多 30 天）。',
} as const
