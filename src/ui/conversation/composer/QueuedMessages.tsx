import './queued-messages.css'
import { createEffect, createSignal, For, type JSX, Show, untrack } from 'solid-js'
import type { AttachedBlock } from '../../../agent/content.ts'
import type { QueuedMessage } from '../../../agent/message.ts'
import { useApp } from '../../base/state/app-context.ts'
import { messageOf as reasonOf } from '../../base/state/message-of.ts'
import type { OpenSession } from '../../base/state/ui-state.ts'
import { t } from '../../base/words/t.ts'
import { forgetLostWords, lostWords } from './lost-words.ts'
import { QueuedRow } from './QueuedRow.tsx'
import { createQueuedEdits, type QueuedEdit, wordsOf } from './queued-edits.ts'

/**
 * Queued messages above the composer; each can be edited or taken back. If the message leaves the queue (sent, or taken
 * back in another tab) before an edit is saved, the edit is handed on like words lost on a card. Stays in the page
 * while the session is shown: the last message may go while it is being edited.
 */
export default function QueuedMessages(props: {
  session: OpenSession
  /** The composer is not sending, so it can take words. */
  free: boolean
  /** Number of files in the composer. */
  attached: number
  onTakeBack: (words: string, attached: readonly AttachedBlock[]) => void
  /** `why`: a sentence for the person. */
  onLostWords: (words: string, why: string) => void
}): JSX.Element {
  const { actions, drafts } = useApp()
  const { id: sessionId } = props.session
  const [edits, setEdit] = createQueuedEdits(sessionId)
  const queue = () => props.session.view?.queue ?? []
  const messageOf = (id: string) => queue().find((message) => message.id === id)
  // by id: a changed message keeps its element, and so the text that is being typed in it
  const ids = () => queue().map((message) => message.id)
  const handOn = (id: string, { from, text }: QueuedEdit): void => {
    const sent = Object.values(props.session.rows).find((row) => row.role === 'user' && row.id === id)
    if (text === from || (sent?.role === 'user' && wordsOf(sent) === text)) return
    props.onLostWords(
      text,
      sent
        ? 'This message was sent before your change. Your change is in the box.'
        : 'This message is no longer queued. Your change is in the box.',
    )
  }
  /** Removed from the queue only after its words and files are stored where a browser crash cannot lose them. */
  const [taken, setTaken] = createSignal<string[]>([])
  const takeBack = async (message: QueuedMessage, words: string, attached: readonly AttachedBlock[]): Promise<void> => {
    setTaken((ids) => [...ids, message.id])
    setEdit(message.id, null)
    props.onTakeBack(words, attached)
    try {
      await drafts.stored(sessionId)
      actions.takeBack(message)
    } catch (error) {
      actions.notify(
        t('{reason} The message is still queued. Its text is in the box, too.', { reason: reasonOf(error) }),
      )
      setTaken((ids) => ids.filter((id) => id !== message.id))
    }
  }
  createEffect(() => {
    if (!props.free || !props.session.view || props.session.id !== sessionId) return
    for (const [id, edit] of Object.entries(edits())) {
      const message = messageOf(id)
      if (message && !(edit.saved && wordsOf(message) === edit.text)) continue
      untrack(() => {
        setEdit(id, null)
        if (!message) handOn(id, edit)
      })
    }
  })
  createEffect(() => {
    const mine = lostWords().filter((lost) => lost.sessionId === sessionId)
    if (!props.free || mine.length === 0) return
    untrack(() => {
      forgetLostWords(mine)
      for (const { words, why } of mine) props.onLostWords(words, why)
    })
  })
  return (
    <Show when={queue().length > 0}>
      <ul class="queue" aria-label={t('Queued messages')}>
        <For each={ids()}>
          {(id) => (
            <Show when={messageOf(id)}>
              {(message) => (
                <QueuedRow
                  message={message()}
                  edit={edits()[id] ?? null}
                  free={props.free && !taken().includes(id)}
                  inBox={props.attached}
                  onEdit={(edit) => setEdit(id, edit)}
                  onSave={(words) => void actions.changeQueued(message(), words)}
                  onTakeBack={(words, attached) => void takeBack(message(), words, attached)}
                />
              )}
            </Show>
          )}
        </For>
      </ul>
    </Show>
  )
}
