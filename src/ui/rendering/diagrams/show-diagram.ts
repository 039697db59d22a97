import './diagram.css'
import { showHidden } from '../../base/words/hidden-signs.ts'
import { said } from '../../base/words/said.ts'
import { t } from '../../base/words/t.ts'
import { type Drawn, draw } from './draw.ts'

/** Per code block: redraws it when the page becomes dark or light. */
const blocks = new WeakMap<Element, () => void>()

/**
 * Shows the diagram that a block of code describes in place of the code, which is one press away. Code that is no
 * diagram stays, with the reason.
 */
export function showDiagram(block: HTMLElement, text: string): void {
  // safe mode: looking at a session starts nothing
  if (location.hash.startsWith('#/safe')) return
  watchTheme()
  const place = document.createElement('div')
  place.className = 'diagram'
  place.tabIndex = 0
  const image = document.createElement('img')
  place.append(image)
  const source = document.createElement('button')
  source.type = 'button'
  source.className = 'source'
  source.textContent = t('Source')
  source.ariaPressed = 'false'
  source.addEventListener('click', () => {
    source.ariaPressed = String(block.toggleAttribute('data-source'))
  })
  const note = document.createElement('p')
  note.className = 'diagram-problem'
  const show = (drawn: Drawn): void => {
    place.remove()
    source.remove()
    note.remove()
    block.toggleAttribute('data-diagram', 'svg' in drawn)
    if ('svg' in drawn) {
      image.src = `data:image/svg+xml,${encodeURIComponent(drawn.svg.replace(/\p{Surrogate}/gu, '\ufffd'))}`
      image.width = drawn.width
      image.height = drawn.height
      image.alt = t('Diagram: {words}', { words: wordsOf(text) })
      block.querySelector('figcaption > span')?.after(source)
      block.append(place)
    } else {
      // drop the rest: the parser lists its own token names as alternatives
      const why = said(drawn.problem.split('\nExpecting ', 1)[0] ?? '').slice(0, 400)
      note.textContent = t('Couldn’t draw this diagram: {why}', {
        why: showHidden(why),
      })
      block.append(note)
    }
  }
  const begin = async (): Promise<void> => {
    const isDark = darkNow()
    const drawn = await draw(text, isDark)
    if (isDark === darkNow()) show(drawn)
  }
  blocks.set(block, () => void begin())
  void begin()
}

/** The diagram's own description, else its first lines: the text alternative for screen readers. */
function wordsOf(text: string): string {
  const title = /^\s*(?:accTitle|accDescr|title)\s*:?\s*(\S.*)$/m.exec(text)?.[1]
  return showHidden(title ?? text.replace(/\s+/g, ' ')).slice(0, 300)
}

function darkNow(): boolean {
  const chosen = document.documentElement.dataset['theme']
  return chosen === undefined ? matchMedia('(prefers-color-scheme: dark)').matches : chosen === 'dark'
}

let watched = false
function watchTheme(): void {
  if (watched) return
  watched = true
  const again = (): void => {
    for (const block of document.querySelectorAll('figure.code')) blocks.get(block)?.()
  }
  matchMedia('(prefers-color-scheme: dark)').addEventListener('change', again)
  new MutationObserver(again).observe(document.documentElement, { attributeFilter: ['data-theme'] })
}
