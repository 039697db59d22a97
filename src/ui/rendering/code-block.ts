import { type PlainPhrase, t } from '../base/words/t.ts'
import { joinLines, newLine, numbersWanted, splitLines, wantNumbers } from './code-lines.ts'
import { nameOfCode } from './code-name.ts'
import { copyText } from './copy-text.ts'

/**
 * A code block as elements: header with its language, "Line numbers", "Wrap", "Copy" and "Save to files", and the text
 * in parts of at most 100 lines, each laid out by itself. Saving dispatches an event `save-code`; its button is shown
 * where a parent listens for that (`data-saves`).
 */
export type CodeBlock = { element: HTMLElement; update: (text: string, whole: boolean) => void }
/** Detail of a `save-code` event. */
export type CodeToSave = { name: string; text: string }

const LINES = 100
/** Most characters of one line that are laid out at once. */
const LONG_LINE = 20_000
const HIGHLIGHT_LIMIT = 30_000

/** For each block in the page: adds its line numbers, or removes them. */
const numbering = new WeakMap<Element, (numbered: boolean) => void>()

/** `info`: the text after its fence, for example `ts title="src/a.ts"`. */
export function makeCodeBlock(info: string): CodeBlock {
  const language = (info.trim().split(/\s+/)[0] ?? '').toLowerCase()
  const element = document.createElement('figure')
  element.className = 'code'
  const head = document.createElement('figcaption')
  const label = document.createElement('span')
  label.textContent = language === '' ? t('text') : language.slice(0, 30)
  const numbers = button('numbers', 'Line numbers', () => numberAll(!numbersWanted()))
  const wrap = button('wrap', 'Wrap', () => {
    wrap.ariaPressed = String(element.toggleAttribute('data-wrap'))
  })
  wrap.ariaPressed = 'false'
  const copy = button('copy', 'Copy', () => void copyText(copy, code.textContent ?? ''))
  const save = button('save', 'Save to files', () => {
    const text = code.textContent ?? ''
    const detail: CodeToSave = { name: nameOfCode(info, text), text }
    save.dispatchEvent(new CustomEvent('save-code', { bubbles: true, detail }))
  })
  head.append(label, numbers, wrap, copy, save)
  const pre = document.createElement('pre')
  pre.tabIndex = 0
  const code = document.createElement('code')
  pre.append(code)
  element.append(head, pre)

  let shown = ''
  let part: HTMLElement | null = null
  let line: Text | null = null
  let lines = 0
  let column = 0
  /** Characters of its last line in this part. */
  let width = 0
  let finished = false
  let numbered = false
  const addLine = (text: string): void => {
    if (!part || lines >= LINES || (width > 0 && width + text.length > LONG_LINE)) {
      part = document.createElement('span')
      part.className = 'code-part'
      code.append(part)
      line = null
      lines = 0
      width = 0
    }
    if (line === null || (numbered && column === 0)) {
      line = document.createTextNode('')
      if (!numbered) part.append(line)
      else if (column > 0) part.append(line)
      else {
        const box = newLine()
        box.append(line)
        part.append(box)
      }
    }
    line.appendData(text)
    const ended = text.endsWith('\n')
    column = ended ? 0 : column + text.length
    width = ended ? 0 : width + text.length
    if (column === 0) lines++
  }
  const clear = (): void => {
    code.replaceChildren()
    part = null
    line = null
    lines = 0
    column = 0
    width = 0
    shown = ''
  }
  const draw = (text: string): void => {
    for (const piece of text.slice(shown.length).match(/[^\n]{0,20000}\n|[^\n]{1,20000}/g) ?? []) addLine(piece)
    shown = text
  }
  const number = (now: boolean): void => {
    numbers.ariaPressed = String(now)
    element.toggleAttribute('data-numbers', now)
    if (now === numbered) return
    numbered = now
    if (!finished) {
      const text = shown
      clear()
      return draw(text)
    }
    const parts = code.querySelectorAll<HTMLElement>('.code-part')
    for (const holder of parts.length > 0 ? parts : [code]) (now ? splitLines : joinLines)(holder)
  }
  number(numbersWanted())
  numbering.set(element, number)
  return {
    element,
    update: (text, whole) => {
      if (finished) return
      if (!text.startsWith(shown)) clear()
      draw(text)
      if (!whole) return
      finished = true
      // A substring of the answer keeps the whole answer in memory, so only the elements hold the code.
      shown = ''
      if (language === 'mermaid') return void drawInto(element, text)
      if (text.length <= HIGHLIGHT_LIMIT && language !== '')
        void highlightInto(code, text, language, () => {
          if (numbered) splitLines(code)
        })
    },
  }
}

function button(name: string, words: PlainPhrase, run: () => void): HTMLButtonElement {
  const made = document.createElement('button')
  made.type = 'button'
  made.className = name
  made.textContent = t(words)
  made.addEventListener('click', run)
  return made
}

function numberAll(now: boolean): void {
  wantNumbers(now)
  for (const block of document.querySelectorAll('figure.code')) numbering.get(block)?.(now)
}

async function drawInto(element: HTMLElement, text: string): Promise<void> {
  try {
    const { showDiagram } = await import('./diagrams/show-diagram.ts')
    showDiagram(element, text)
  } catch (error) {
    console.info('A diagram is shown as it was written', error)
  }
}

/** Loaded once: each request searches the whole page, and an answer can have thousands of blocks. */
let highlighter: Promise<typeof import('./highlight.ts')> | null = null

async function highlightInto(code: HTMLElement, text: string, language: string, done: () => void): Promise<void> {
  try {
    highlighter ??= import('./highlight.ts')
    const { highlight } = await highlighter
    const fragment = await highlight(text, language)
    if (!fragment) return
    code.replaceChildren(fragment)
    done()
  } catch (error) {
    highlighter = null
    // Without colours (offline before the first use) the text stays plain.
    console.info(`No highlighting for ${language}`, error)
  }
}
