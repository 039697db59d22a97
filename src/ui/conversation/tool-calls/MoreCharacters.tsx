import { type JSX, Show } from 'solid-js'
import { count } from '../../base/words/t.ts'

/** Below a shortened text: how many characters are not shown. */
export function MoreCharacters(props: { n: number }): JSX.Element {
  return (
    <Show when={props.n > 0}>
      <p class="hint">{count(props.n, '… 1 more character', '… {n} more characters')}</p>
    </Show>
  )
}
