import './diff-box.css'
import { createMemo, For, type JSX } from 'solid-js'
import { diffLines } from './diff-lines.ts'

/** Two texts, line by line: what went and what came. */
export function DiffBox(props: { diff: { path: string; before: string; after: string } }): JSX.Element {
  const lines = createMemo(() => diffLines(props.diff.before, props.diff.after))
  return (
    <figure class="diff">
      <figcaption>{props.diff.path}</figcaption>
      <pre tabindex="0">
        <For each={lines()}>
          {(line) => (
            <span class="diff-line" data-kind={line.kind}>
              {`${line.mark} ${line.text}\n`}
            </span>
          )}
        </For>
      </pre>
    </figure>
  )
}
