import { type JSX, Show } from 'solid-js'
import { count } from '../../base/words/t.ts'

/** Lines that a box shows before it scrolls. */
const SHOWN = 10

/** Number of lines, below a text in a scrolling box, if some of them are out of sight. */
export function LineCount(props: { text: string }): JSX.Element {
  const lines = (): number => props.text.replace(/\n$/, '').split('\n').length
  return (
    <Show when={lines() > SHOWN}>
      <p class="hint">{count(lines(), '1 line', '{n} lines')}</p>
    </Show>
  )
}
