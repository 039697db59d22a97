import './diff-box.css'
import { createMemo, For, type JSX, Show } from 'solid-js'
import { diffLines, MOST_LINES } from '../../search/diff-lines.ts'
import { VisibleText } from '../base/kit/VisibleText.tsx'
import { count } from '../base/words/t.ts'

/** Lines that the box shows before it scrolls. */
const SHOWN = 10

/** Two texts line by line: removed and added. */
export function DiffBox(props: { diff: { path: string; before: string; after: string } }): JSX.Element {
  const lines = createMemo(() => diffLines(props.diff.before, props.diff.after))
  const left = () => lines().length - MOST_LINES
  return (
    <figure class="diff">
      <figcaption data-find>
        <VisibleText text={props.diff.path} />
      </figcaption>
      <pre tabindex="0" data-find>
        <For each={lines().slice(0, MOST_LINES)}>
          {(line) => (
            <span class="diff-line" data-kind={line.kind}>
              {`${line.mark} ${line.text}\n`}
            </span>
          )}
        </For>
      </pre>
      <Show when={lines().length > SHOWN && left() <= 0}>
        <p class="hint">{count(lines().length, '1 line', '{n} lines')}</p>
      </Show>
      <Show when={left() > 0}>
        <p class="hint">{count(left(), '… 1 more line', '… {n} more lines')}</p>
      </Show>
    </figure>
  )
}
