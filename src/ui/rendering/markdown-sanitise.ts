import type { Config } from 'dompurify'
import { showHidden } from '../base/words/hidden-signs.ts'
import { t } from '../base/words/t.ts'
import { copyText } from './copy-text.ts'
import { linkWords } from './link-words.ts'
import { makePurifier } from './purify.ts'
import { csvOf } from './table-csv.ts'

const RULES: Config = {
  ALLOWED_TAGS: [
    ...[
      'p',
      'br',
      'hr',
      'h2',
      'h3',
      'h4',
      'h5',
      'h6',
      'em',
      'strong',
      'del',
      'code',
      'pre',
      'blockquote',
      'ul',
      'ol',
      'li',
      'a',
    ],
    ...['table', 'thead', 'tbody', 'tr', 'th', 'td', 'b', 'i', 'u', 's', 'kbd', 'sub', 'sup', 'mark', 'small', 'ins'],
    // Closed at first: the attribute `open` does not pass.
    ...['details', 'summary'],
    // Formulas, which only math-syntax.ts makes.
    ...['var', 'samp'],
    // Numbers of pages, which only source-marks.ts makes, and signs of footnotes, which only footnote-syntax.ts makes.
    ...['cite', 'dfn'],
    // Files of the workspace, which only place-files.ts makes.
    'data',
  ],
  ALLOWED_ATTR: ['href', 'align', 'start', 'value'],
  ALLOWED_URI_REGEXP: /^(?:https?|mailto):/i,
  // Otherwise DOMPurify checks their values as addresses, too, and drops them.
  ADD_URI_SAFE_ATTR: ['align', 'start', 'value'],
  ALLOW_DATA_ATTR: false,
  ALLOW_ARIA_ATTR: false,
  RETURN_DOM_FRAGMENT: true,
}
const purify = makePurifier<DocumentFragment>(RULES)

/**
 * A renderer's HTML as elements for a page: only elements that the rules name, with links finished and tables in a
 * scrolling frame.
 */
export function sanitise(html: string): DocumentFragment {
  const fragment = purify(html)
  for (const link of fragment.querySelectorAll('a')) finishLink(link)
  for (const sign of fragment.querySelectorAll('dfn')) {
    const raised = document.createElement('sup')
    raised.className = 'footnote'
    raised.append(...sign.childNodes)
    sign.replaceWith(raised)
  }
  for (const pre of fragment.querySelectorAll('pre')) pre.tabIndex = 0
  for (const item of fragment.querySelectorAll('li')) if (/^[☑☐] /.test(item.textContent ?? '')) item.className = 'task'
  for (const table of fragment.querySelectorAll('table')) {
    const scroll = document.createElement('div')
    scroll.className = 'table-scroll'
    scroll.tabIndex = 0
    scroll.setAttribute('role', 'region')
    scroll.setAttribute('aria-label', t('Table'))
    const frame = document.createElement('div')
    frame.className = 'table-frame'
    const copy = document.createElement('button')
    copy.type = 'button'
    copy.className = 'copy'
    copy.textContent = t('Copy CSV')
    copy.addEventListener('click', () => void copyText(copy, csvOf(table)))
    table.replaceWith(frame)
    scroll.append(table)
    frame.append(scroll, copy)
  }
  return fragment
}

/** Opens in a new tab, sends no referrer, and shows its target unless the link text is that address. */
function finishLink(link: HTMLAnchorElement): void {
  if (!URL.canParse(link.href)) return link.removeAttribute('href')
  link.target = '_blank'
  link.rel = 'noopener noreferrer'
  const url = new URL(link.href)
  link.title = url.href.slice(0, 500)
  const { place, carriesData } = linkWords(link.textContent ?? '', url)
  if (place === null && !carriesData) return
  // Direction marks in the link text affect only the link text.
  const words = document.createElement('bdi')
  words.append(...link.childNodes)
  const where = document.createElement('bdi')
  where.className = 'link-host'
  where.textContent = ` (${showHidden([place, carriesData ? t('carries data') : null].filter(Boolean).join(t(', ')))})`
  link.append(words, where)
}
