export const kit = {
  'That press did nothing: the question had just appeared or moved. Press again.':
    '刚才那次点击没有生效：问题刚刚出现或移动了位置。请再点一次。',
  'Invisible character': '不可见的字符',
  'Couldn’t load this part of the app. Reload the page.': '应用的这一部分无法加载。请重新加载页面。',
  'Give it a name.': '请填写名称。',
  'At most 80 characters.': '最多 80 个字符。',
  '{typed} is ambiguous: write {whole} or {decimal}.': '{typed} 有两种读法：请写成 {whole} 或 {decimal}。',
  'Sign-in': '登录',
  'Finishing the sign-in…': '正在完成登录…',
  'You can close this window or continue here.': '可以关闭此窗口，或在此继续。',
  Leave: '放弃',
} as const
