import { For, type JSX } from 'solid-js'
import { inOrder } from '../../agent/answer-order.ts'
import type { Answer } from '../../agent/message.ts'
import PlainCall from './PlainCall.tsx'

/** Characters of one block; a page of megabytes is slow to lay out. */
const MOST = 100_000

/** An answer that could not be drawn, as the text that it is: nothing else suffers, and nothing of it is hidden. */
export default function PlainAnswer(props: { answer: Answer; error: unknown }): JSX.Element {
  console.error('An answer could not be drawn', props.error)
  return (
    <div class="answer">
      <p class="mark">This could not be drawn, so it is shown as text.</p>
      <For each={inOrder(props.answer.content, props.answer.calls)}>
        {(block) =>
          block.type === 'tool-call' ? (
            <PlainCall call={block.call} error={props.error} />
          ) : (
            <pre class="tool-args">{block.type === 'image' ? '[an image]' : block.text.slice(0, MOST)}</pre>
          )
        }
      </For>
    </div>
  )
}
