import type { Message, ToolCall } from '../../../agent/message.ts'
import { UserIntent } from '../../../agent/user-intent.ts'
import type { SessionItem } from '../../../protocol/common.ts'
import { grantWords } from '../words/grant-words.ts'
import { sessionTitle } from '../words/session-title.ts'
import { t } from '../words/t.ts'
import { sessionTag, showNotification } from './notification.ts'

/** Notifies a person in another window about a session that waits for them. */

/** Calls that wait stand in the last rows: messages may have joined since. */
const LAST_ROWS = 12
/**
 * A call can be approved in a notification only if all of it is readable there: at most this many characters of
 * arguments, none hidden or reversing.
 */
const READABLE = 200
const HIDDEN = /\p{C}/u
const ALL_HIDDEN = /\p{C}/gu

/** Rows `from <= n < to` of a session. */
export type ReadRows = (sessionId: string, from: number, to: number) => Promise<readonly Message[]>

type Button = { label: string; answer: UserIntent }
type Asked = { title: string; text: string; answers: Button[] }

/** `readRows` is called only if a notification is due. `isNewest`: whether the session still waits as described. */
export async function callPerson(item: SessionItem, readRows: ReadRows, isNewest: () => boolean): Promise<void> {
  if (!document.hidden) return
  const from = Math.max(0, item.count - LAST_ROWS)
  const messages = await readRows(item.id, from, item.count)
  const calls = messages.flatMap((message) => (message.role === 'assistant' ? message.calls : []))
  const asked = whatIsAsked(item.title, calls)
  if (asked !== null && isNewest()) await showNotification({ sessionId: item.id, tag: sessionTag(item.id), ...asked })
}

/**
 * The text of the notification; null: nothing waits. A title may be foreign text, so nothing in it is hidden or
 * reversed.
 */
export function whatIsAsked(title: string, calls: readonly ToolCall[]): Asked | null {
  const session = clip(sessionTitle(title.replace(ALL_HIDDEN, '')), 40)
  const waiting = calls.filter(({ status }) => status === 'pending' || status === 'asking' || status === 'unknown')
  const [call, ...more] = waiting
  if (call === undefined) return null
  if (more.length > 0)
    return { title: t('{n} questions are waiting for you', { n: waiting.length }), text: session, answers: [] }
  if (call.status === 'unknown')
    return { title: t('Unknown outcome: {tool}', { tool: call.name }), text: session, answers: [] }
  if (call.form?.about === 'changes')
    return {
      title: t('Keep what the helper “{title}” changed?', { title: clip(call.form.from, 80) }),
      text: session,
      answers: [],
    }
  if (call.form !== undefined)
    return { title: t('The server “{server}” asks you.', { server: call.form.from }), text: session, answers: [] }
  if (call.question !== null) {
    const { text, choices } = call.question
    return { title: clip(text, 120), text: session, answers: choices.length > 2 ? [] : choices.map(answering(call.id)) }
  }
  const about = call.grant === undefined ? call.args : `${grantWords(call.grant)} ${call.args}`
  const readable = about.length <= READABLE && !HIDDEN.test(about)
  return {
    title: t('Approve {tool}?', { tool: call.name }),
    text: `${session}: ${clip(about, READABLE)}`,
    answers: [...(readable ? [deciding(call.id, 'approve', t('Approve'))] : []), deciding(call.id, 'deny', t('Deny'))],
  }
}

const deciding = (toolCallId: string, decision: 'approve' | 'deny', label: string): Button => ({
  label,
  answer: { type: 'user-decide-tool-call', toolCallId, decision, scope: 'once' },
})
const answering =
  (toolCallId: string) =>
  (choice: string): Button => ({
    label: clip(choice, 40),
    answer: { type: 'user-settle-tool-call', toolCallId, choice: 'report', content: [{ type: 'text', text: choice }] },
  })
const clip = (text: string, most: number): string => (text.length <= most ? text : `${text.slice(0, most - 1)}…`)

const SAID_ELSEWHERE: ReadonlySet<UserIntent['type']> = new Set([
  'user-decide-tool-call',
  'user-settle-tool-call',
  'user-answer-form',
])

/** What is said to a session that is not open, by a notification or a helper's card; null: nothing that may be. */
export function readAnswer(answer: unknown): UserIntent | null {
  const parsed = UserIntent.safeParse(answer)
  if (!parsed.success) return null
  const { type } = parsed.data
  return SAID_ELSEWHERE.has(type) ? parsed.data : null
}
