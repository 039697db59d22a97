import type { SourceMark } from '../../agent/sources.ts'
import { showHidden } from '../base/words/hidden-signs.ts'
import { t } from '../base/words/t.ts'
import { linkWords } from './link-words.ts'

/**
 * Turns the numbers that the renderer left in these elements into links. A source without an address that may be opened
 * stays a number.
 */
export function linkMarks(fragment: DocumentFragment, marks: readonly SourceMark[]): void {
  for (const place of fragment.querySelectorAll('cite')) {
    const mark = marks.find(({ n }) => String(n) === place.textContent)
    const raised = document.createElement('sup')
    raised.className = 'source-mark'
    if (mark !== undefined) raised.append(linkOf(mark))
    place.replaceWith(raised)
  }
}

function linkOf({ n, url, title }: SourceMark): HTMLElement | Text {
  const to = URL.canParse(url) ? new URL(url) : null
  if (to === null || !/^https?:$/.test(to.protocol)) return document.createTextNode(String(n))
  const words = showHidden(title ?? to.host)
  const { place, carriesData } = linkWords(words, to)
  const where = [place, carriesData ? t('carries data') : null].filter((said) => said !== null)
  const said = where.length === 0 ? words : `${words} (${showHidden(where.join(t(', ')))})`
  const link = document.createElement('a')
  link.href = to.href
  link.target = '_blank'
  link.rel = 'noopener noreferrer'
  link.title = said
  link.textContent = String(n)
  link.setAttribute('aria-label', t('Source {n}: {words}', { n, words: said }))
  return link
}
