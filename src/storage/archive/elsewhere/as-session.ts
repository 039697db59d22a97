import type { Origin } from '../../../agent/head.ts'
import { initiate, NO_CONFIG } from '../../../agent/initiate.ts'
import type { Input, Unstamped } from '../../../agent/input.ts'
import type { State } from '../../../agent/state.ts'
import { transition } from '../../../agent/transition.ts'
import { AGENT_VERSION } from '../../../agent/version.ts'
import { linesOfState } from '../black-box.ts'
import type { WrittenLine } from '../export-format.ts'
import type { Conversation, Said } from './conversation.ts'

/**
 * A conversation from another program as inputs, as if it had been held here, so that it passes the same checks as an
 * archive.
 */

const SESSION = 'elsewhere'
const NO_USAGE = { input: 0, output: 0, cacheRead: 0, cacheWrite: 0, reasoning: 0 }
/** The variant shares its first `n` messages with `session`. */
export type Parting = Pick<Origin, 'session' | 'n'> & { family: string }

/**
 * The lines of an archive's session. `by`: the program, named for answers without a model. `now`: wall time, ms, for
 * messages without a time. `parting`: set for a variant.
 */
export function* linesOfConversation(
  conversation: Conversation,
  by: string,
  now: number,
  parting?: Parting,
): Generator<string> {
  const { inputs, state } = told(conversation, by, now, parting)
  const lines: WrittenLine[] = [
    { type: 'session', sessionId: SESSION, agentVersion: AGENT_VERSION, seq: state.head.seq },
    ...inputs.map((input): WrittenLine => {
      const { seq, timestamp } = input
      return {
        type: 'journal',
        row: { sessionId: SESSION, epoch: 0, seq, timestamp, agentVersion: AGENT_VERSION, input },
      }
    }),
    ...linesOfState(state),
  ]
  for (const line of lines) yield JSON.stringify(line)
  yield JSON.stringify({ type: 'end', lines: lines.length, consistent: true })
}

function told(
  conversation: Conversation,
  by: string,
  now: number,
  parting?: Parting,
): { inputs: Input[]; state: State } {
  const { title, said } = conversation
  const inputs: Input[] = []
  let state = initiate(SESSION)
  let time = beganAt(conversation) ?? now
  const put = (unstamped: Unstamped, at: number | null): void => {
    time = Math.max(time, at ?? time)
    const input: Input = { ...unstamped, seq: state.head.seq + 1, timestamp: time }
    const next = transition(input)(state)
    if (next === state) return
    inputs.push(input)
    state = next
  }
  put({ type: 'session-create', sessionId: SESSION, config: NO_CONFIG }, null)
  put({ type: 'user-name-session', title: title || 'New session' }, null)
  for (const [n, { role, text, at, model }] of inTurns(said).entries()) {
    if (n === parting?.n) {
      put({ type: 'session-branch', count: n, origin: { ...parting, seq: state.head.seq } }, null)
      // an answer follows, so the question before it is open again
      if (role === 'assistant') put({ type: 'user-retry', target: null }, null)
    }
    const content = [{ type: 'text' as const, text }]
    if (role === 'user') {
      put({ type: 'user-send-message', messageId: `m${n}`, content, delivery: 'now', partials: {} }, at)
      continue
    }
    const work = { cut: state.head.unseen?.cut ?? 0, attempt: 0 }
    put({ type: 'brain-send-message-start', ...work, model: { providerId: '', model: model ?? by } }, at)
    put({ type: 'brain-send-message-complete', ...work, content, stopReason: 'stop', usage: NO_USAGE, cost: null }, at)
  }
  return { inputs, state }
}

/** Wall time, ms; null: unknown. */
export const beganAt = ({ createdAt, said }: Conversation): number | null =>
  createdAt ?? said.find(({ at }) => at !== null)?.at ?? null

/** Alternates the person's messages and answers: several messages in a row are joined. */
export function inTurns(said: readonly Said[]): Said[] {
  const turns: Said[] = []
  for (const each of said) {
    const last = turns.at(-1)
    if (last?.role === each.role)
      turns[turns.length - 1] = {
        ...each,
        at: last.at,
        model: each.model ?? last.model,
        text: `${last.text}\n\n${each.text}`,
      }
    else if (last === undefined && each.role === 'assistant') turns.push({ ...BEGAN, at: each.at }, each)
    else turns.push(each)
  }
  return turns
}
const BEGAN = { role: 'user', text: '(It began with an answer.)', model: null } as const
