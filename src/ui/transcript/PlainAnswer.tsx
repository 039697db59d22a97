import { For, type JSX } from 'solid-js'
import type { Answer, ToolCall } from '../../agent/message.ts'

/** Characters of one block; a page of megabytes is slow to lay out. */
const MOST = 100_000

/** An answer that could not be drawn, as the text that it is: nothing else suffers, and nothing of it is hidden. */
export function PlainAnswer(props: { answer: Answer; error: unknown }): JSX.Element {
  console.error('An answer could not be drawn', props.error)
  return (
    <div class="answer">
      <p class="mark">This could not be drawn, so it is shown as text.</p>
      <For each={props.answer.content}>{(block) => <pre class="tool-args">{block.text.slice(0, MOST)}</pre>}</For>
      <For each={props.answer.calls}>{(call) => <PlainCall call={call} error={props.error} />}</For>
    </div>
  )
}

/** A call that could not be drawn. Deciding about it takes another look: after a reload, or in a newer version. */
export function PlainCall(props: { call: ToolCall; error: unknown }): JSX.Element {
  console.error('A tool call could not be drawn', props.error)
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for form fields
    <div role="group" aria-label={`Tool call: ${props.call.name}`} class="tool-card">
      <p class="mark">This call could not be drawn, so it is shown as text.</p>
      <pre class="tool-args">{`${props.call.name} ${props.call.args}`.slice(0, MOST)}</pre>
    </div>
  )
}
