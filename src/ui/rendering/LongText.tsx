import './long-text.css'
import { For, type JSX, Show } from 'solid-js'
import { LONG, textPieces } from './text-pieces.ts'

/** Plain text. A long text comes in pieces, each laid out when it comes into view. */
export function LongText(props: { text: string }): JSX.Element {
  return (
    <Show when={props.text.length > LONG} fallback={props.text}>
      <For each={textPieces(props.text)}>{(piece) => <span class="long-text">{piece}</span>}</For>
    </Show>
  )
}
