import { type JSX, Show } from 'solid-js'
import { isAttached, wordsOfBlock } from '../../../agent/attachments.ts'
import type { AttachedBlock } from '../../../agent/content.ts'
import type { QueuedMessage } from '../../../agent/message.ts'
import { isComposing } from '../../base/kit/is-composing.ts'
import { isSend } from '../../base/kit/is-send.ts'
import { said } from '../../base/words/said.ts'
import { t } from '../../base/words/t.ts'
import { MOST_FILES } from './attachments/most-files.ts'
import { messageProblem } from './message-problem.ts'
import { type QueuedEdit, wordsOf } from './queued-edits.ts'

/** One queued message. It stays queued while it is edited; Escape discards the edit. */
export function QueuedRow(props: {
  message: QueuedMessage
  edit: QueuedEdit | null
  free: boolean
  /** Number of files in the box. */
  inBox: number
  onEdit: (edit: QueuedEdit | null) => void
  onSave: (words: string) => void
  onTakeBack: (words: string, attached: readonly AttachedBlock[]) => void
}): JSX.Element {
  const words = () => wordsOf(props.message)
  /** A saved change counts, though the queue may not hold it yet. */
  const newest = () => (props.edit?.saved ? props.edit.text : words())
  const edited = () => (props.edit?.saved === false ? props.edit.text : null)
  const attached = () => props.message.content.filter(isAttached)
  const isFull = () => attached().length > 0 && props.inBox + attached().length > MOST_FILES
  const problem = () => messageProblem(edited() ?? '', undefined, attached().length > 0)
  // an edit restored after a reload does not take the focus
  let opened = false
  let row: HTMLLIElement | undefined
  /** Returns the focus to where the edit was started. */
  const close = (edit: QueuedEdit | null): void => {
    props.onEdit(edit)
    queueMicrotask(() => row?.querySelector('button')?.focus({ preventScroll: true }))
  }
  const change = (text: string): void => props.onEdit({ from: props.edit?.from ?? words(), text, saved: false })
  const open = (): void => {
    opened = true
    change(newest())
  }
  const save = (): void => {
    const { edit } = props
    if (!edit || problem() !== null) return
    if (edit.text === words()) return close(null)
    close({ ...edit, saved: true })
    props.onSave(edit.text)
  }
  return (
    <li ref={row}>
      <span class="queue-kind">{props.message.delivery === 'steer' ? t('Steer') : t('Follow up')}</span>
      <Show
        when={edited() !== null}
        fallback={
          <>
            <span class="queue-text" title={words()}>
              {attached().map(wordsOfBlock).join(' ')}
              {attached().length > 0 ? ' ' : ''}
              {words()}
            </span>
            <Show when={isFull()}>
              <span class="hint">{t('At most {n} files per message.', { n: MOST_FILES })}</span>
            </Show>
            <button type="button" class="button small ghost" onClick={open}>
              {t('Edit')}
            </button>
            <button
              type="button"
              class="button small ghost"
              disabled={!props.free || isFull()}
              onClick={() =>
                props.onTakeBack(
                  newest(),
                  attached().map((block) => ({ ...block })),
                )
              }
            >
              {t('Remove')}
            </button>
          </>
        }
      >
        <textarea
          ref={(element) => queueMicrotask(() => opened && element.focus())}
          class="input queue-edit"
          aria-label={t('Queued message')}
          aria-invalid={problem() !== null}
          title={said(problem() ?? '')}
          rows="1"
          value={edited() ?? ''}
          onInput={(event) => change(event.currentTarget.value)}
          onKeyDown={(event) => {
            if (event.key === 'Escape' && !isComposing(event)) close(null)
            if (!isSend(event)) return
            event.preventDefault()
            save()
          }}
        />
        <button type="button" class="button small" disabled={problem() !== null} onClick={save}>
          {t('Save')}
        </button>
        <button type="button" class="button small ghost" onClick={() => close(null)}>
          {t('Cancel')}
        </button>
      </Show>
    </li>
  )
}
