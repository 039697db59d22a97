import { createSignal, type JSX, Show } from 'solid-js'
import type { QueuedMessage } from '../../agent/message.ts'
import { messageProblem } from './message-problem.ts'

/** One message that waits. It goes on waiting while it is edited; Escape leaves it as it is. */
export function QueuedRow(props: {
  message: QueuedMessage
  onTakeBack: (words: string) => void
  onChange: (words: string) => void
}): JSX.Element {
  const [edited, setEdited] = createSignal<string | null>(null)
  const words = () => props.message.content.map((block) => (block.type === 'text' ? block.text : '')).join('\n')
  const images = () => props.message.content.filter((block) => block.type === 'image').length
  const problem = () => messageProblem(edited() ?? '')
  const save = (): void => {
    const text = edited()
    if (text === null || problem() !== null) return
    if (text !== words()) props.onChange(text)
    setEdited(null)
  }
  return (
    <li>
      <span class="queue-kind">{props.message.delivery === 'steer' ? 'Steer' : 'Follow up'}</span>
      <Show
        when={edited() !== null}
        fallback={
          <>
            <span class="queue-text" title={words()}>
              {images() > 0 ? `[${images() === 1 ? 'image' : `${images()} images`}] ` : ''}
              {words()}
            </span>
            <button type="button" class="button small ghost" onClick={() => setEdited(words())}>
              Edit
            </button>
            <button type="button" class="button small ghost" onClick={() => props.onTakeBack(words())}>
              Take back
            </button>
          </>
        }
      >
        <textarea
          ref={(element) => queueMicrotask(() => element.focus())}
          class="input queue-edit"
          aria-label="Queued message"
          aria-invalid={problem() !== null}
          title={problem() ?? ''}
          rows="1"
          value={edited() ?? ''}
          onInput={(event) => setEdited(event.currentTarget.value)}
          onKeyDown={(event) => {
            if (event.key === 'Escape') setEdited(null)
            if (event.key !== 'Enter' || event.shiftKey || event.isComposing || event.keyCode === 229) return
            event.preventDefault()
            save()
          }}
        />
        <button type="button" class="button small" disabled={problem() !== null} onClick={save}>
          Save
        </button>
        <button type="button" class="button small ghost" onClick={() => setEdited(null)}>
          Cancel
        </button>
      </Show>
    </li>
  )
}
