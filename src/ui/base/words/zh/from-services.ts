/** Messages about MCP servers, signing in to them, and services for search and reading. */
export const fromServices = {
  'It works: {n} tool.': '可以使用：{n} 个工具。',
  'It works: {n} result.': '可以使用：{n} 条结果。',
  'Only the first {n} of its more than {all} tools are offered.': '只提供其 {all} 个以上工具中的前 {n} 个。',
  'Signed out.': '已退出登录。',
  'No answer within 30 seconds.': '30 秒内没有响应。',
  'The response was cut off.': '响应在结束前中断。',
  'The answer is larger than {size}.': '响应大于 {size}。',
  'The answer has more than a million values.': '响应包含超过一百万个值。',
  'The answer is nested more than {n} deep.': '响应的嵌套超过 {n} 层。',
  'The answer has more than {n} events.': '响应包含超过 {n} 个事件。',
  'An event of the server is larger than {size}.': '服务器的一个事件大于 {size}。',
  '{host} answers, but its preflight (OPTIONS) fails: it must be answered without a login, with status 2xx, "Access-Control-Allow-Origin", "Access-Control-Allow-Methods: GET, POST, DELETE" and "Access-Control-Allow-Headers: Content-Type, Authorization, Mcp-Session-Id, Mcp-Protocol-Version, Last-Event-ID" (and the headers set for it here).':
    '{host} 有响应，但预检请求（OPTIONS）失败：预检必须无需登录即可响应，状态为 2xx，并包含“Access-Control-Allow-Origin”、“Access-Control-Allow-Methods: GET, POST, DELETE”和“Access-Control-Allow-Headers: Content-Type, Authorization, Mcp-Session-Id, Mcp-Protocol-Version, Last-Event-ID”（以及在此为它设置的请求头）。',
  '{host} answers {path} with a redirect, which is not followed.': '{host} 对 {path} 返回重定向，不会跟随。',
  '{host} did not accept the sign-in. Try again.': '{host} 没有接受登录。请重试。',
  '{host} needs more rights for this{rights}. Sign in again in Settings > MCP to grant them.':
    '{host} 需要更多权限{rights}。请在“设置 > MCP”中重新登录以授予。',
  '{host} needs more rights for this. Sign in again in Settings > MCP to grant them.':
    '{host} 需要更多权限。请在“设置 > MCP”中重新登录以授予。',
  '{host} names {address} as {what}, which is refused: {why}.': '{host} 将 {address} 指定为{what}，已拒绝：{why}。',
  'The sign-in at {origin} names {address} as its {what}, which is refused: it is neither there nor at {server}.':
    '{origin} 的登录将 {address} 指定为其 {what}，已拒绝：它既不在那里，也不在 {server}。',
  '{host} names {address} as the description of its sign-in, which is refused: it is not at {origin}.':
    '{host} 将 {address} 指定为其登录的描述，已拒绝：它不在 {origin}。',
  '{host} says that its sign-in is for {address}, which is another address: refused.':
    '{host} 表示其登录用于 {address}，那是另一个地址：已拒绝。',
  '{host} wants a sign-in, and {url} does not answer, or cannot be read by a web page. What the server must send: {cors} with its metadata (at /.well-known/…, of the server and of its sign-in), and with its 401 the header WWW-Authenticate, named in "Access-Control-Expose-Headers".':
    '{host} 需要登录，而 {url} 没有响应，或网页无法读取。服务器必须在其元数据（服务器及其登录的 /.well-known/…）中发送 {cors}，并在 401 响应中发送 WWW-Authenticate 头，且在“Access-Control-Expose-Headers”中列出。',
  '{host} wants a sign-in, and {origin} has no metadata for it (/.well-known/oauth-authorization-server or /.well-known/openid-configuration). If the server names the place in its 401, that must be readable: "Access-Control-Expose-Headers: WWW-Authenticate".':
    '{host} 需要登录，而 {origin} 没有登录的元数据（/.well-known/oauth-authorization-server 或 /.well-known/openid-configuration）。如果服务器在 401 响应中指明位置，它必须可读：“Access-Control-Expose-Headers: WWW-Authenticate”。',
  '{host} wants a sign-in or a key, and does not say how one signs in. If its 401 does say so, it must be readable: "Access-Control-Expose-Headers: WWW-Authenticate".':
    '{host} 需要登录或密钥，但没有说明如何登录。如果它在 401 响应中说明了，它必须可读：“Access-Control-Expose-Headers: WWW-Authenticate”。',
  '{host} lets no web page register ({path}): it must answer the preflight, and send "Access-Control-Allow-Origin".':
    '{host} 不允许网页注册（{path}）：它必须响应预检请求，并发送“Access-Control-Allow-Origin”。',
  '{host} does not register this app: {reason}': '{host} 不注册本应用：{reason}',
  '{host} was not allowed to sign you in.': '{host} 未获准让你登录。',
  '{host} did not sign you in: {reason}': '{host} 没有让你登录：{reason}',
  '{host} sent neither a code nor a reason.': '{host} 既没有发送授权码，也没有说明原因。',
  '{host} does not take the code: {reason}': '{host} 不接受授权码：{reason}',
  'The token is of a kind that cannot be used here: {kind}.': '令牌的类型无法在此使用：{kind}。',
  'The token holds characters that no token may hold.': '令牌包含不允许的字符。',
  '{host} cannot be reached, or does not let web pages read its answers ({path}): it must send "Access-Control-Allow-Origin" with them, errors included.':
    '无法连接 {host}，或它不让网页读取响应（{path}）：它必须在响应（包括错误）中发送“Access-Control-Allow-Origin”。',
  '{host} answered {status} when asked for a token. Try again later.':
    '请求令牌时 {host} 返回了 {status}。请稍后重试。',
  '{host} answered {status} when asked for a token, with something else. Try again later.':
    '请求令牌时 {host} 返回了 {status} 和其他内容。请稍后重试。',
  '{service} ({host}) did not answer, or does not allow web pages to use it (no CORS headers). A proxy that adds them can be its base URL in Settings > Services.':
    '{service}（{host}）没有响应，或不允许网页使用（没有 CORS 头）。可以在“设置 > 服务”中把添加这些头的代理设为它的基础 URL。',
  '{service} sent something that isn’t a list of results.': '{service} 返回的不是结果列表。',
  'This SearXNG doesn’t return JSON. Its settings.yml must list "json" under search.formats.':
    '此 SearXNG 不提供 JSON：其 settings.yml 的 search.formats 中必须列出“json”。',
  '{service} rejected the API key.': '{service} 拒绝了 API 密钥。',
  '{service} says: too many requests. Try again later.': '{service} 表示请求太多。请稍后重试。',
  "{service} says that the plan's limit is reached.": '{service} 表示已达到套餐上限。',
  // the tests of services and servers
  'It works: it gave {address}.': '可用：已返回 {address}。',
  'It works: 1 result.': '可用：1 个结果。',
  'It works: {n} results.': '可用：{n} 个结果。',
  'It works: 1 tool.': '可用：1 个工具。',
  'It works: {n} tools.': '可用：{n} 个工具。',
  'It works: {n} tools. {note}': '可用：{n} 个工具。{note}',
  'Only the first {n} of its {all} tools are offered.': '它的 {all} 个工具中仅提供前 {n} 个。',
  '{n} have a missing, overlong or duplicate name.': '{n} 个工具的名称缺失、太长或已被占用。',
  'No search service is set up.': '尚未设置搜索服务。',
  'No reader service is set up.': '尚未设置网页读取服务。',
  'No relay is set up.': '尚未设置中继。',
  'This service needs a key.': '此服务需要密钥。',
  'It answered {status}.': '它返回了 {status}。',
  'No response, or the service doesn’t allow web pages (no CORS headers).':
    '没有响应，或该服务不允许网页使用（没有 CORS 头）。',
  'For how long': '允许多久',
  'This time': '仅此一次',
  'For this server in this session': '本会话中的此服务器',
  '{host} wants a key or a sign-in (401): sign in, or set its header, in Settings > MCP.':
    '{host} 需要密钥或登录（401）：请在“设置 > MCP”中登录或设置请求头。',
  "{host} refuses (403): the key is not allowed to do this, or this page's origin is not allowed.":
    '{host} 拒绝访问（403）：密钥没有权限，或不允许此页面的来源。',
  '{host} answered {status} after the handshake. Either it is no MCP server at this address, or it keeps sessions and does not let web pages read their id: it must send "Access-Control-Expose-Headers: Mcp-Session-Id".':
    '{host} 在握手后返回 {status}。要么此地址不是 MCP 服务器，要么它使用会话却不允许网页读取会话 ID：它必须发送 "Access-Control-Expose-Headers: Mcp-Session-Id"。',
  '{host} answers, but its preflight (OPTIONS) fails: it must be answered without a login, with status 2xx, {headers} (and the headers set for it here).':
    '{host} 有响应，但预检请求（OPTIONS）失败：预检须无需登录即返回 2xx，并带有 {headers}（以及在此为它设置的请求头）。',
  '{host} did not answer in time.': '{host} 未及时响应。',
  'The server did not answer in time.': '服务器未及时响应。',
  '{host} answered {status}: {words}': '{host} 返回 {status}：{words}',
  'The sign-in at {host} has ended. Sign in again in Settings > MCP.':
    '{host} 的登录已过期。请在“设置 > MCP”中重新登录。',
  'The sign-in at {host} takes no app that it does not know.': '{host} 的登录不接受未注册的应用。',
  'The sign-in at {host} gives no codes ("response_types_supported": "code").':
    '{host} 的登录不提供授权码（"response_types_supported": "code"）。',
  'The sign-in at {host} does not say that it supports PKCE ("code_challenge_methods_supported": "S256"): without it, a code could be stolen on its way.':
    '{host} 的登录未声明支持 PKCE（"code_challenge_methods_supported": "S256"）：没有它，授权码可能在途中被窃取。',
  'The sign-in at {host} gives another name for itself in its metadata: refused.':
    '{host} 的登录在元数据中使用了另一个名称：已拒绝。',
  'This sign-in wasn’t started here, or was started again since. Sign in again.':
    '此登录不是在这里发起的，或之后又重新发起过。请再次登录。',
  'The response to this sign-in comes from a different server: rejected.':
    '此登录的答复来自另一方，而不是被请求的一方：已拒绝。',
} as const
