import type { ToolCall } from '../../../agent/message.ts'
import { isBusyStatus, type Status } from '../../../agent/status.ts'
import { grantWords } from '../../base/words/grant-words.ts'
import { t } from '../../base/words/t.ts'
import { firstSentence } from './first-sentence.ts'

/**
 * The parts of a session that are read aloud. `words`: its status line. `answer`: the newest; null: there is none.
 * Contract: it stays as it is while the session changes.
 */
export type Audible = {
  status: Status
  words: string
  answer: { settledAt: number | null; text: string } | null
  calls: readonly ToolCall[]
}

/** Arguments are read aloud up to this length. */
const LONGEST = 120

/**
 * The announcement for a change; '' removes the last one, so that the next is read even if its words are the same;
 * null: leaves it. States in between (thinking, writing, using a tool) are not announced: they change several times a
 * second.
 */
export function heard(was: Audible | null, now: Audible): string | null {
  if (was === null) return null
  const { status } = now
  if (isBusyStatus(status)) return isBusyStatus(was.status) ? null : ''
  if (status.type === 'waiting-for-you') {
    const known = was.status.type === 'waiting-for-you' ? was.status.calls : []
    const fresh = now.calls.filter(({ id }) => !known.includes(id))
    return fresh.length === 0 ? null : fresh.map(asked).join(' ')
  }
  if (was.status.type === status.type) return null
  if (status.type !== 'idle') return now.words
  const { answer } = now
  // a session that only stops waiting, as after a refusal, has no new answer
  if (answer === null || answer.settledAt === null || answer.settledAt === was.answer?.settledAt) return ''
  return [t('Answer finished.'), firstSentence(answer.text)].filter(Boolean).join(' ')
}

function asked({ name, status, grant, question, args }: ToolCall): string {
  if (question !== null) return t('Question: {text}', { text: clip(question.text) })
  if (status === 'unknown') return t('Unknown outcome: {tool}', { tool: name })
  const what = grant === undefined ? `${name} ${args}` : grantWords(grant)
  return t('Needs approval: {what}', { what: clip(what) })
}

const clip = (text: string): string => {
  const words = text.replace(/\p{C}/gu, '')
  return words.length <= LONGEST ? words : `${words.slice(0, LONGEST - 1)}…`
}
