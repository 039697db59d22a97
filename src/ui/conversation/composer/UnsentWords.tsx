import './queued-messages.css'
import { For, type JSX, Show } from 'solid-js'
import type { TabDraft } from '../../../agent/unsent-message.ts'
import { keepFocus } from '../../base/kit/keep-focus.ts'
import { VisibleText } from '../../base/kit/VisibleText.tsx'
import { t } from '../../base/words/t.ts'
import { MOST_FILES } from './attachments/most-files.ts'

/**
 * Words and attachments from tabs that are gone, to be taken into the box or discarded. `free`: the box can take words.
 * `attached`: number of files in the box.
 */
export default function UnsentWords(props: {
  drafts: TabDraft[]
  free: boolean
  attached: number
  onTake: (draft: TabDraft) => void
  onDiscard: (draft: TabDraft) => void
}): JSX.Element {
  const filesOf = ({ attached = [] }: TabDraft): string => attached.map(({ name }) => name ?? t('image')).join(t(', '))
  const isFull = ({ attached = [] }: TabDraft): boolean =>
    attached.length > 0 && props.attached + attached.length > MOST_FILES
  return (
    <ul class="queue unsent" aria-label={t('Unsent text')}>
      <For each={props.drafts}>
        {(draft) => (
          <li>
            <span class="queue-kind">{t('Not sent')}</span>
            <span class="queue-text" title={draft.text.slice(0, 1000)}>
              <Show when={draft.text !== ''}>
                <VisibleText text={draft.text.slice(0, 300)} />{' '}
              </Show>
              <span class="hint">
                <VisibleText text={filesOf(draft)} />
              </span>
            </span>
            <Show when={isFull(draft)}>
              <span class="hint">{t('At most {n} files per message.', { n: MOST_FILES })}</span>
            </Show>
            <button
              type="button"
              class="button small ghost"
              disabled={!props.free || isFull(draft)}
              onClick={() => props.onTake(draft)}
            >
              {t('Add to the box')}
            </button>
            <button
              type="button"
              class="button small ghost"
              onClick={(event) => {
                // focus the box, not the next entry: discarded words do not come back
                const { form } = event.currentTarget
                keepFocus(event.currentTarget, () => form?.querySelector<HTMLElement>('.composer-box textarea') ?? null)
                props.onDiscard(draft)
              }}
            >
              {t('Discard')}
            </button>
          </li>
        )}
      </For>
    </ul>
  )
}
