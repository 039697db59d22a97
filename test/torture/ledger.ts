import type { Command } from '../../src/protocol/command.ts'

/** What the person did and what they were told became of it. */
export type Sent = {
  id: string
  sessionId: string
  command: Command
  outcome: string | null
  messageId: string | null
  /** The page it was given to; null: none yet. */
  page: object | null
  /** A page did not answer when it was given to it: it may have taken it all the same. */
  unsure: boolean
  /** Messages of the session that were acknowledged before this one was sent. */
  after: string[]
  /** When it was sent, the making of its session had been acknowledged. */
  created: boolean
  /**
   * A record of its session was damaged when it was sent, or before anything was heard of it: a refusal stays one when
   * the record is whole again.
   */
  damaged: boolean
  /** It was refused, and afterwards the browser was killed. */
  killed: boolean
  /** It was refused, and after a kill it stood in the outbox again: what was removed there had not reached the disk. */
  returned: boolean
}
export type Ledger = {
  entries: readonly Sent[]
  send: (sessionId: string, command: Command, messageId: string | null) => Sent
  /** What was heard of commands, in any tab. Returns what was new, in words. */
  heard: (acknowledged: Record<string, string>, refused: Record<string, string>) => string[]
  /** From now on a record of this session is damaged; null: all are whole. */
  damaged: (sessionId: string | null) => void
  /** The browser was killed. */
  killed: () => void
  /** These stood in the outbox when a page was loaded. */
  found: (ids: readonly string[]) => void
  unacknowledged: () => Sent[]
}

export const REFUSED = 'refused: '
export const isRefused = (outcome: string | null): boolean => outcome?.startsWith(REFUSED) ?? false
const isAccepted = (outcome: string | null): boolean => outcome !== null && !isRefused(outcome)

export function makeLedger(seed: number): Ledger {
  const entries: Sent[] = []
  const byId = new Map<string, Sent>()
  let damaged: string | null = null
  return {
    entries,
    send: (sessionId, command, messageId) => {
      const id = `c${seed}-${entries.length}`
      // a refused one may come later all the same: a kill can bring it back into the outbox
      const before = entries.filter(({ outcome, ...other }) => other.sessionId === sessionId && isAccepted(outcome))
      const sent: Sent = {
        ...{ id, sessionId, command, outcome: null, messageId, page: null, unsure: false },
        after: before.flatMap((other) => other.messageId ?? []),
        created: before.some((other) => other.command.kind === 'create-session'),
        ...{ damaged: sessionId === damaged, killed: false, returned: false },
      }
      entries.push(sent)
      byId.set(id, sent)
      return sent
    },
    heard: (acknowledged, refused) => {
      const news: string[] = []
      for (const [id, outcome] of [
        ...Object.entries(acknowledged),
        ...Object.entries(refused).map(([id, words]) => [id, `${REFUSED}${words}`] as const),
      ]) {
        const sent = byId.get(id)
        if (sent === undefined || sent.outcome !== null) continue
        sent.outcome = outcome
        news.push(`heard of ${id}: ${outcome}`)
      }
      return news
    },
    damaged: (sessionId) => {
      damaged = sessionId
      for (const sent of entries) if (sent.outcome === null && sent.sessionId === sessionId) sent.damaged = true
    },
    killed: () => {
      for (const sent of entries) if (isRefused(sent.outcome)) sent.killed = true
    },
    found: (ids) => {
      for (const id of ids) {
        const sent = byId.get(id)
        if (sent?.killed) sent.returned = true
      }
    },
    unacknowledged: () => entries.filter(({ outcome }) => outcome === null),
  }
}
