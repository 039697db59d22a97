import { copyText } from './copy-text.ts'

/** A code block as elements: header with its language, "Wrap" and "Copy", and the text in parts of at most 100 lines, each laid out by itself. */
export type CodeBlock = { element: HTMLElement; update: (text: string, closed: boolean) => void }

const LINES = 100
/** Characters of one line that are laid out at once. */
const LONG_LINE = 20_000
const HIGHLIGHT_LIMIT = 30_000

export function makeCodeBlock(language: string): CodeBlock {
  const element = document.createElement('figure')
  element.className = 'code'
  const head = document.createElement('figcaption')
  const label = document.createElement('span')
  label.textContent = language === '' ? 'text' : language.slice(0, 30)
  const copy = document.createElement('button')
  copy.type = 'button'
  copy.className = 'copy'
  copy.textContent = 'Copy'
  const wrap = document.createElement('button')
  wrap.type = 'button'
  wrap.className = 'wrap'
  wrap.textContent = 'Wrap'
  wrap.ariaPressed = 'false'
  wrap.addEventListener('click', () => {
    wrap.ariaPressed = String(element.toggleAttribute('data-wrap'))
  })
  head.append(label, wrap, copy)
  const pre = document.createElement('pre')
  pre.tabIndex = 0
  const code = document.createElement('code')
  pre.append(code)
  element.append(head, pre)

  let shown = ''
  let part: Text | null = null
  let lines = 0
  let column = 0
  let finished = false
  const addLine = (text: string): void => {
    if (!part || lines >= LINES || (column > 0 && column + text.length > LONG_LINE)) {
      const box = document.createElement('span')
      box.className = 'code-part'
      part = document.createTextNode('')
      box.append(part)
      code.append(box)
      lines = 0
      column = 0
    }
    part.appendData(text)
    column = text.endsWith('\n') ? 0 : column + text.length
    if (column === 0) lines++
  }
  copy.addEventListener('click', () => void copyText(copy, code.textContent ?? ''))
  return {
    element,
    update: (text, closed) => {
      if (finished) return
      if (!text.startsWith(shown)) {
        code.replaceChildren()
        part = null
        shown = ''
      }
      for (const line of text.slice(shown.length).match(/[^\n]{0,20000}\n|[^\n]{1,20000}/g) ?? []) addLine(line)
      shown = text
      if (!closed) return
      finished = true
      // a piece cut out of the answer holds all of the answer as it was then; the elements hold the code
      shown = ''
      if (text.length <= HIGHLIGHT_LIMIT && language !== '') void highlightInto(code, text, language)
    },
  }
}

async function highlightInto(code: HTMLElement, text: string, language: string): Promise<void> {
  try {
    const { highlight } = await import('./highlight.ts')
    const fragment = await highlight(text, language)
    if (fragment) code.replaceChildren(fragment)
  } catch (error) {
    // colours are a comfort: without them (offline before the first use) the text stands as it is
    console.info(`No highlighting for ${language}`, error)
  }
}
