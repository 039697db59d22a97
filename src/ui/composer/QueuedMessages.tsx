import './queued-messages.css'
import { createEffect, createSignal, For, type JSX, Show, untrack } from 'solid-js'
import type { AttachedBlock } from '../../agent/content.ts'
import type { QueuedMessage } from '../../agent/message.ts'
import { useApp } from '../state/app-context.ts'
import { messageOf as reasonOf } from '../state/message-of.ts'
import type { OpenSession } from '../state/ui-state.ts'
import { t } from '../words/t.ts'
import { forgetLostWords, lostWords } from './lost-words.ts'
import { QueuedRow } from './QueuedRow.tsx'
import { createQueuedEdits, type QueuedEdit, wordsOf } from './queued-edits.ts'

/**
 * Messages that wait for their turn, in sight above the composer; each can be changed or taken back. A change whose message went before
 * the queue held it (it was sent, or taken back in another tab) is handed on, like words lost on a card. Stays in the page while the
 * session is shown: the last message may go under a change.
 */
export default function QueuedMessages(props: {
  session: OpenSession
  /** No message of the composer is on its way: it takes words. */
  free: boolean
  /** Files that it has. */
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
  // by id: a changed message keeps its element, and what is being typed there
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
  /** The queue lets go of it only when its words and files are where a killed browser does not lose them. */
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
