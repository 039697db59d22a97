import { For, type JSX } from 'solid-js'
import type { Pieces } from '../../protocol/search.ts'

/** Text with what was found marked; isolated, so that signs that turn the direction of writing turn nothing around it. */
export function Marked(props: { pieces: Pieces }): JSX.Element {
  return (
    <bdi>
      <For each={props.pieces}>{(piece) => (piece.marked ? <mark>{piece.text}</mark> : piece.text)}</For>
    </bdi>
  )
}
