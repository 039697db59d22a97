export const boot = {
  'The words of this language could not be loaded. Try again when there is a network.':
    '无法加载该语言的文字。请在联网后重试。',
  'Reflexor does not run inside a page of another site. Open it in a tab of its own.':
    'Reflexor 不在其他网站的页面中运行。请在单独的标签页中打开。',
  '{problem} The page and its worker may be of different versions.': '{problem} 页面与其后台工作线程的版本可能不同。',
} as const
