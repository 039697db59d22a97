import './context.css'
import { type JSX, Show } from 'solid-js'
import { NOTHING_TO_SUMMARISE } from '../../../agent/compress/nothing.ts'
import { compressionCut } from '../../../agent/select.ts'
import type { OpenSession } from '../../base/state/ui-state.ts'
import { said } from '../../base/words/said.ts'
import { t } from '../../base/words/t.ts'

/**
 * Shown while earlier messages are summarised: a note, and the summary as it streams in. After a failure: the reason.
 */
export default function CompressingNote(props: { session: OpenSession }): JSX.Element {
  const head = () => props.session.view?.head
  const cut = () => {
    const now = head()
    return now === undefined ? null : compressionCut(now)
  }
  const text = () => props.session.progress[`compress-history-${cut()}`] ?? ''
  /** a failure that cost nothing does not count (`count`), but is shown all the same */
  const failed = () => {
    const last = head()?.compressFailed
    return last && (last.count > 0 || !['', NOTHING_TO_SUMMARISE].includes(last.reason)) ? last : undefined
  }
  return (
    <>
      <Show when={cut() !== null}>
        <details class="compressing">
          <summary>{t('Summarising earlier messages to free up space…')}</summary>
          <p class="compressing-text">{text() || t('Nothing yet.')}</p>
        </details>
      </Show>
      <Show when={cut() === null && failed()}>
        {(last) => (
          <p class="compress-failed">
            {t('Couldn’t summarise earlier messages: {reason}', { reason: said(last().reason) })}
          </p>
        )}
      </Show>
    </>
  )
}
