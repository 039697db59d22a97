import { Index, type JSX, Show } from 'solid-js'
import type { Pieces } from '../../../protocol/search.ts'
import { showHidden } from '../../base/words/hidden-signs.ts'

/** Text with its matches marked; isolated, so that direction marks in it do not affect the text around it. */
export function Marked(props: { pieces: Pieces }): JSX.Element {
  return (
    <bdi>
      <Index each={props.pieces}>
        {(piece) => (
          <Show when={piece().marked} fallback={showHidden(piece().text)}>
            <mark>{showHidden(piece().text)}</mark>
          </Show>
        )}
      </Index>
    </bdi>
  )
}
