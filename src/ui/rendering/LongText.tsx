import './long-text.css'
import { For, type JSX, Show } from 'solid-js'

/** Characters that are laid out at once; a browser lays out a paragraph as a whole, and one of a megabyte holds up the page for seconds. */
const LONG = 20_000
const PIECE = 4000

/** Text as it stands. A long one comes in pieces that end at a line where there is one, each laid out when it comes into view. */
export function LongText(props: { text: string }): JSX.Element {
  return (
    <Show when={props.text.length > LONG} fallback={props.text}>
      <For each={piecesOf(props.text)}>{(piece) => <span class="long-text">{piece}</span>}</For>
    </Show>
  )
}

function piecesOf(text: string): string[] {
  const pieces: string[] = []
  for (let from = 0; from < text.length; ) {
    const line = from + PIECE < text.length ? text.slice(from, from + PIECE).lastIndexOf('\n') : -1
    const wish = from + (line > 0 ? line + 1 : PIECE)
    // not between the two halves of one sign
    const to = /[\ud800-\udbff]/.test(text[wish - 1] ?? '') ? wish + 1 : wish
    pieces.push(text.slice(from, to))
    from = to
  }
  return pieces
}
