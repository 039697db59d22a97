import { transition } from '../../src/agent/transition.ts'
import { MAX_QUEUED } from '../../src/agent/version.ts'
import { isRefused, REFUSED } from './ledger.ts'
import type { Must, Rows } from './stored.ts'

/** What the person was told of their commands, held against the journal. */

export type Commanded = {
  id: string
  /** Of a message. */
  messageId: string | null
  /** '': nothing was heard of it. */
  outcome: string
  /** A record of its session was damaged between its sending and its answer. */
  damaged: boolean
  /** It may have been there before what makes its session: that was not acknowledged, and went another way. */
  early: boolean
  /** It was refused, and a killed browser brought it back. */
  returned: boolean
}

type Circumstances = Commanded & {
  /** The session was deleted at some time. */
  deleted: boolean
  /** As many messages waited at some time as may wait. */
  full: boolean
}

/** Every refusal that there may be, and when. Any other is a command that the person gave and that was thrown away. */
const REFUSALS: readonly { words: RegExp; when: (circumstances: Circumstances) => boolean }[] = [
  {
    words: /^This session was deleted\. The message was not sent\.$/,
    when: ({ messageId, deleted }) => messageId !== null && deleted,
  },
  { words: /^Too many queued messages/, when: ({ messageId, full }) => messageId !== null && full },
  { words: /^This session no longer exists\.$/, when: ({ early }) => early },
  { words: /^This session can’t continue: .* is damaged\. Nothing was changed\.$/, when: ({ damaged }) => damaged },
  {
    words: /^(The run you stopped had already ended|Something newer has started)/,
    when: ({ messageId }) => messageId === null,
  },
  { words: /^A saved record can’t be read: /, when: ({ damaged }) => damaged },
]

/** Committed is once in the journal, refused is for a reason and not there, nothing is there twice. */
export function checkCommands(rows: Rows, { commands }: { commands: readonly Commanded[] }, must: Must): void {
  const times = new Map<string, number>()
  for (const { input } of rows.journal)
    if (input.commandId !== undefined) times.set(input.commandId, (times.get(input.commandId) ?? 0) + 1)
  const taken = new Set(
    rows.journal.flatMap(({ input }) => (input.type === 'user-send-message' ? [input.messageId] : [])),
  )
  for (const command of commands) {
    const { id, messageId, outcome } = command
    const count = times.get(id) ?? 0
    must(count <= 1, `command ${id} is in the journal ${count} times`)
    // 'known' says that it was committed before
    if (outcome === 'committed' || outcome === 'known')
      must(count === 1, `command ${id} was told ${outcome}, and is in the journal ${count} times`)
    if (!isRefused(outcome)) continue
    const words = outcome.slice(REFUSED.length)
    const given = { ...command, deleted: wasDeleted(rows), full: wasFull(rows) }
    must(
      REFUSALS.some((refusal) => refusal.words.test(words) && refusal.when(given)),
      `command ${id} (${messageId ?? 'no message'}) was refused without a good reason: ${words}`,
    )
    const there = count > 0 || (messageId !== null && taken.has(messageId))
    must(!there || command.returned, `command ${id} (${messageId ?? 'no message'}) was refused and is in the journal`)
  }
}

const wasDeleted = ({ journal }: Rows): boolean => journal.some(({ input }) => input.type === 'user-delete-session')

/** Folded only where a message was refused. */
function wasFull({ journal, snapshots }: Rows): boolean {
  let [{ state }] = snapshots
  for (const { seq, input } of journal) {
    if (seq > state.head.seq) state = transition(input)(state)
    if (state.queue.length >= MAX_QUEUED) return true
  }
  return false
}
