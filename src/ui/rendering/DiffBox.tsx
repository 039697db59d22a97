import './diff-box.css'
import { createMemo, For, type JSX } from 'solid-js'
import { VisibleText } from '../kit/VisibleText.tsx'
import { count } from '../words/t.ts'
import { type DiffLine, diffLines } from './diff-lines.ts'

/** Lines that are laid out. */
const MOST = 3000

/** Two texts, line by line: what went and what came. */
export function DiffBox(props: { diff: { path: string; before: string; after: string } }): JSX.Element {
  const lines = createMemo(() => {
    const all = diffLines(props.diff.before, props.diff.after)
    const more: DiffLine = {
      kind: 'same',
      mark: ' ',
      text: count(all.length - MOST, '… 1 more line', '… {n} more lines'),
    }
    return all.length > MOST ? [...all.slice(0, MOST), more] : all
  })
  return (
    <figure class="diff">
      <figcaption>
        <VisibleText text={props.diff.path} />
      </figcaption>
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
