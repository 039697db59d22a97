import { For, type JSX, Show } from 'solid-js'
import type { QueuedMessage } from '../../agent/message.ts'
import { QueuedRow } from './QueuedRow.tsx'

/** Messages that wait for their turn, in sight above the composer; each can be changed or taken back. */
export function QueuedMessages(props: {
  queue: QueuedMessage[]
  onTakeBack: (message: QueuedMessage, words: string) => void
  onChange: (message: QueuedMessage, words: string) => void
}): JSX.Element {
  // by id: a changed message keeps its element, and what is being typed there
  const ids = () => props.queue.map((message) => message.id)
  return (
    <Show when={props.queue.length > 0}>
      <ul class="queue" aria-label="Queued messages">
        <For each={ids()}>
          {(id) => (
            <Show when={props.queue.find((message) => message.id === id)}>
              {(message) => (
                <QueuedRow
                  message={message()}
                  onTakeBack={(words) => props.onTakeBack(message(), words)}
                  onChange={(words) => props.onChange(message(), words)}
                />
              )}
            </Show>
          )}
        </For>
      </ul>
    </Show>
  )
}
