import { LONG, textPieces } from './text-pieces.ts'

/** The part of a text that is not formatted yet, shown plain after the formatted part. */
export type UnformattedRest = {
  /** Everything before `position` is formatted now. */
  from: (position: number) => void
  remove: () => void
}

/** Adds `text` at the end of `host`. Meanwhile nothing else may be appended to it except before `element`. */
export function showRest(host: HTMLElement, text: string): UnformattedRest & { element: HTMLElement } {
  const element = document.createElement('div')
  element.className = 'plain'
  let end = 0
  const pieces = textPieces(text).map((piece) => {
    const span = document.createElement('span')
    if (text.length > LONG) span.className = 'long-text'
    span.textContent = piece
    end += piece.length
    return { span, end }
  })
  element.append(...pieces.map(({ span }) => span))
  host.append(element)
  return {
    element,
    from: (position) => {
      while (pieces[0] !== undefined && pieces[0].end <= position) pieces.shift()?.span.remove()
      const [first] = pieces
      if (first) first.span.textContent = text.slice(position, first.end)
    },
    remove: () => element.remove(),
  }
}
