export const boot = {
  'Couldn’t load this language. Try again when you are online.': '无法加载该语言的文字。请在联网后重试。',
  '{problem} The page and its worker may be different versions.': '{problem} 页面与其后台工作线程的版本可能不同。',
} as const
