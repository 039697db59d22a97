import './queued-messages.css'
import { For, type JSX } from 'solid-js'
import type { TabDraft } from '../../settings/unsent-words.ts'
import { t } from '../words/t.ts'

/** Words that were typed in tabs that are gone, to be taken into the box or left. `free`: the box takes words. */
export default function UnsentWords(props: {
  drafts: TabDraft[]
  free: boolean
  onTake: (draft: TabDraft) => void
  onDiscard: (draft: TabDraft) => void
}): JSX.Element {
  return (
    <ul class="queue" aria-label={t('Unsent words')}>
      <For each={props.drafts}>
        {(draft) => (
          <li>
            <span class="queue-kind">{t('Not sent')}</span>
            <span class="queue-text" title={draft.text.slice(0, 1000)}>
              {draft.text.slice(0, 300)}
            </span>
            <button type="button" class="button small ghost" disabled={!props.free} onClick={() => props.onTake(draft)}>
              {t('Add to the box')}
            </button>
            <button type="button" class="button small ghost" onClick={() => props.onDiscard(draft)}>
              {t('Discard')}
            </button>
          </li>
        )}
      </For>
    </ul>
  )
}
