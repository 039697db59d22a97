import './queued-messages.css'
import { For, type JSX } from 'solid-js'
import type { TabDraft } from '../../settings/unsent-words.ts'

/** Words that were typed in tabs that are gone, to be taken into the box or left. `free`: the box takes words. */
export default function UnsentWords(props: {
  drafts: TabDraft[]
  free: boolean
  onTake: (draft: TabDraft) => void
  onDiscard: (draft: TabDraft) => void
}): JSX.Element {
  return (
    <ul class="queue" aria-label="Unsent words">
      <For each={props.drafts}>
        {(draft) => (
          <li>
            <span class="queue-kind">Not sent</span>
            <span class="queue-text" title={draft.text.slice(0, 1000)}>
              {draft.text.slice(0, 300)}
            </span>
            <button type="button" class="button small ghost" disabled={!props.free} onClick={() => props.onTake(draft)}>
              Add to the box
            </button>
            <button type="button" class="button small ghost" onClick={() => props.onDiscard(draft)}>
              Discard
            </button>
          </li>
        )}
      </For>
    </ul>
  )
}
