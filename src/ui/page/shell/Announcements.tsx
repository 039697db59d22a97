import { createComputed, createMemo, createSignal, type JSX, on, untrack } from 'solid-js'
import type { Answer } from '../../../agent/message.ts'
import { type Status, status } from '../../../agent/status.ts'
import type { OpenSession } from '../../base/state/ui-state.ts'
import { t } from '../../base/words/t.ts'
import { type Audible, heard } from './heard.ts'
import { statusText } from './status-text.ts'

/** Characters of each block of an answer: more than its first sentence. */
const ENOUGH = 2000
/** Rows that may hold calls that wait: messages may have joined since. */
const LAST_ROWS = 12

/** The one place where a screen reader hears the run: the end of an answer, questions to the person, failures. */
export function Announcements(props: { session: OpenSession }): JSX.Element {
  const [words, setWords] = createSignal('')
  const current = createMemo((): Status | null => {
    const head = props.session.view?.head
    return head === undefined ? null : status(head)
  }, null)
  let was: Audible | null = null
  let sessionId = ''
  createComputed(
    on(current, (now) => {
      const id = untrack(() => props.session.id)
      if (id !== sessionId) {
        was = null
        setWords('')
      }
      sessionId = id
      if (now === null) return
      const next = untrack(() => audible(props.session, now))
      const said = heard(was, next)
      was = next
      if (said !== null) setWords(said)
    }),
  )
  return (
    <div role="status" aria-label={t('Announcements')} aria-atomic="true" class="unseen">
      {words()}
    </div>
  )
}

function audible({ view, rows }: OpenSession, now: Status): Audible {
  const head = view?.head
  if (head === undefined) return { status: now, words: '', answer: null, calls: [] }
  const last = Array.from({ length: LAST_ROWS }, (_, back) => rows[head.count - 1 - back])
  const answers = last.flatMap((row) => (row?.role === 'assistant' ? [row] : []))
  const waits = now.type === 'waiting-for-you' ? now.calls : []
  return {
    status: now,
    // a fault of the storage has a banner that is read aloud
    words: statusText({ head, activity: null, writing: false, now: Date.now() }),
    // copied: the store changes its rows in place
    answer: answers[0] === undefined ? null : { settledAt: answers[0].settledAt, text: beginningOf(answers[0]) },
    calls: answers.flatMap(({ calls }) => calls.filter(({ id }) => waits.includes(id))),
  }
}

const beginningOf = ({ content }: Answer): string =>
  content.map((block) => (block.type === 'text' ? block.text.slice(0, ENOUGH) : '')).join('\n')
