/**
 * Explains, in place of the skeleton, why the app can’t start here. It imports nothing from the page’s first file,
 * which has failed: it contains both languages, and its styles are part of the page.
 */
type Words = Record<'heading' | 'framed' | 'reload', string> & Record<'blocked' | 'insecure', readonly string[]>
const WORDS: Record<'en' | 'zh-Hans', Words> = {
  en: {
    heading: 'Reflexor can’t start here',
    blocked: [
      'This browser doesn’t let Reflexor save data here. Nothing was lost, but nothing can be saved.',
      'Allow site data for this page or leave the private window, then reload.',
    ],
    framed: 'Reflexor doesn’t run inside another site’s page. Open it in its own tab.',
    insecure: [
      'This page was opened over plain http://. Browsers then offer no encryption and no lock against two tabs writing at once.',
      'Open it over https://, or at http://localhost on the device that serves it.',
    ],
    reload: 'Reload the page',
  },
  'zh-Hans': {
    heading: 'Reflexor 无法在此启动',
    blocked: [
      '浏览器不允许 Reflexor 在此保存数据。没有丢失任何内容，但也无法保存。',
      '请允许此页面保存网站数据，或退出无痕窗口，然后重新加载。',
    ],
    framed: 'Reflexor 不在其他网站的页面中运行。请在单独的标签页中打开。',
    insecure: [
      '此页面通过普通 http:// 打开。这样打开时，浏览器不向页面提供加密，也不提供防止两个标签页同时写入的手段。',
      '请通过 https:// 打开，或在提供此页面的设备上打开 http://localhost。',
    ],
    reload: '重新加载页面',
  },
}

/** `framed`: inside a page of another site; `secure`: the page did not come over plain http. */
export function tellWhy(framed: boolean, languages = navigator.languages, secure = isSecureContext): void {
  const language = languages.find((one) => /^(?:en|zh)\b/i.test(one))
  const name = language?.toLowerCase().startsWith('zh') ? 'zh-Hans' : 'en'
  const words = WORDS[name]
  const root = document.getElementById('root')
  document.documentElement.lang = name
  // a page that may be partly covered offers no buttons
  if (framed) return void root?.replaceChildren(words.framed)
  const element = (kind: string, ...inside: (string | Element)[]): HTMLElement => {
    const made = document.createElement(kind)
    made.append(...inside)
    return made
  }
  const reload = element('button', words.reload)
  reload.className = 'button primary'
  reload.addEventListener('click', () => location.reload())
  const sentences = (secure ? words.blocked : words.insecure).map((sentence) => element('p', sentence))
  const card = element('div', element('h1', words.heading), ...sentences, element('div', reload))
  card.className = 'fault-card'
  card.role = 'alert'
  const main = element('main', card)
  main.className = 'fault-screen'
  root?.replaceChildren(main)
}
