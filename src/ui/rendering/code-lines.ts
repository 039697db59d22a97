/** Line numbers next to code: one choice for all code, kept over reloads. */
const KEY = 'reflexor:code-numbers'

let wanted: boolean | null = null

export function numbersWanted(): boolean {
  wanted ??= localStorage.getItem(KEY) !== null
  return wanted
}

export function wantNumbers(now: boolean): void {
  wanted = now
  try {
    if (now) localStorage.setItem(KEY, '1')
    else localStorage.removeItem(KEY)
  } catch {
    // Storage is full: the choice holds until the page closes.
  }
}

/** Puts each line of `holder`, which has text and spans of text, into its own element. The text stays the same. */
export function splitLines(holder: ParentNode & Node): void {
  const lines = document.createDocumentFragment()
  let line: HTMLElement | null = null
  for (const node of [...holder.childNodes])
    for (const piece of (node.textContent ?? '').match(/[^\n]*\n|[^\n]+/g) ?? []) {
      line ??= lines.appendChild(newLine())
      const whole = node.cloneNode() as Text | HTMLElement
      whole.textContent = piece
      line.append(whole)
      if (piece.endsWith('\n')) line = null
    }
  holder.replaceChildren(lines)
}

/** Takes the lines of `holder` out of their elements. */
export function joinLines(holder: ParentNode & Node): void {
  for (const line of holder.querySelectorAll('.code-line')) line.replaceWith(...line.childNodes)
  holder.normalize()
}

export function newLine(): HTMLElement {
  const line = document.createElement('span')
  line.className = 'code-line'
  return line
}
