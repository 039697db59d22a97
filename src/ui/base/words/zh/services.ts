export const services = {
  Address: '地址',
  'Register an app at {host} with the redirect address {address}, then enter the client ID you get.':
    '请在 {host} 注册一个应用，重定向地址填写 {address}，然后输入得到的客户端 ID。',
  'Not connected yet': '尚未连接',
  Enabled: '已启用',
  'claims to be read-only': '自称只读',
  'claims to be repeatable': '自称可重复执行',
  'changed since you trusted it': '信任之后已变更',
  'Asking…': '正在请求…',
  Refresh: '刷新',
  'Stop trusting': '不再信任',
  Trust: '信任',
  'Reflexor will believe what this server says about its tools. Tools it calls read-only run without asking. Do you trust {host}?':
    '将相信此服务器对其工具的说明：它声明为只读的工具会直接运行，不再询问。信任 {host} 吗？',
  'Yes, trust it': '是，信任',
  'Header names can contain only letters, digits and hyphens.': '请求头名称只能包含字母、数字和连字符。',
  'This isn’t an address. It must start with https://.': '这不是地址。地址应以 https:// 开头。',
  'Start with a lowercase letter. Use a-z, 0-9 and hyphens, at most 24 characters.':
    '名称以小写字母开头，只含 a-z、0-9 和连字符，最多 24 个字符。',
  'Public servers that allow web pages:': '允许网页访问的公共服务器：',
  'New server': '新服务器',
  URL: 'URL',
  'Used as a prefix for its tool names.': '显示在其工具名称之前。',
  'Header {n}': '请求头 {n}',
  'Value of header {n}': '请求头 {n} 的值',
  'Add header': '添加请求头',
  'Headers are encrypted and sent only to this origin.': '请求头加密保存，只会发送到此来源。',
  'Tools from other servers. Every call asks for approval until you trust the server.':
    '他人服务器提供的工具。在信任服务器之前，每次调用都会询问。',
  'Add server': '添加服务器',
  'Signed in at {host}': '已在 {host} 登录',
  'The browser didn’t open a window for it.': '浏览器没有打开登录窗口。',
  'Waiting for you to confirm there.': '等待你在那里确认。',
  'Open the sign-in page of {host}': '打开 {host} 的登录页面',
  'Client ID': '客户端 ID',
  'Client secret (if any)': '客户端密钥（如果有）',
  'Sign in again': '重新登录',
  'Sign in': '登录',
  'Sign out': '退出登录',
  'Asking the server where to sign in…': '正在询问服务器的登录地址…',
  'You are signed in to {server} at {host}.': '已在 {host} 登录 {server}。',
  'Choose a service first.': '请先选择服务。',
  Service: '服务',
  'Used when the agent searches the web. Without one it asks to search Wikipedia, OpenAlex, GitHub and others, which need no key.':
    '智能体搜索网络时使用。未设置时，会先询问，再搜索无需密钥的 Wikipedia、OpenAlex、GitHub 等来源。',
  '{host} works without a key. It sees the address of each page, not your conversation.':
    '{host} 无需密钥即可使用。它能看到每个网页的地址，看不到你的会话。',
  'Use {service}': '使用 {service}',
  'If the service blocks browsers, enter the address of a proxy that allows them.':
    '如果服务不允许浏览器访问，请填写可访问的代理地址。',
  'Enter an address first.': '请先输入地址。',
  'For pages that browsers aren’t allowed to read. This service sees the addresses of the pages it fetches and follows their redirects.':
    '用于浏览器无法读取的网页。此服务能看到所抓取网页的地址，并自行跟随重定向。',
  'Use {url} or {encoded} for the page’s address. Empty: no reader service.':
    '{url} 或 {encoded} 代表网页地址。留空：不使用。',
  'For git and downloads from hosts that keep browsers out, such as GitHub. A relay sees all that goes through it: addresses, files, commits. Your own is best.':
    '用于不允许浏览器访问的主机（例如 GitHub）上的 git 和下载。中继能看到经过它的一切：地址、文件、提交。最好使用自己的中继。',
  'Use {url}, {encoded} or {bare} (without https://) for the address. Empty: no relay.':
    '{url}、{encoded} 或 {bare}（不含 https://）代表地址。留空：不使用中继。',
  '{host} is public and passes on git only. It sees the repositories, your commits, not your token.':
    '{host} 是公共中继，只转发 git。它能看到仓库和你的提交，看不到你的令牌。',
  'Git host': 'Git 主机',
  'Your login for private repositories and for git push. You are asked before commits leave.':
    '用于私有仓库和 git push 的登录信息。发送提交前会先询问你。',
  'Empty: no login.': '留空：不登录。',
  'Send the token through the relay, too. The relay can read it.': '令牌也通过中继发送。中继能读到它。',
  Token: '令牌',
  Key: '密钥',
  'Leave empty to keep the saved one.': '留空：保留已存的密钥。',
  'A new address needs the key again.': '新地址需要重新输入密钥。',
  saved: '已保存',
} as const
