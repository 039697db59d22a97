import type { Delta } from '../../src/agent/delta-schema.ts'
import type { Head } from '../../src/agent/head.ts'
import type { Input } from '../../src/agent/input.ts'
import type { Message, QueuedMessage } from '../../src/agent/message.ts'
import type { Plan } from '../../src/agent/plan.ts'
import type { FileEntry, State, Summary } from '../../src/agent/state.ts'
import { same } from './compare.ts'
import type { Dump } from './page/database.ts'

/**
 * A session as it lies on disk, and what must be true of every one: one writer (and rows that its journal makes:
 * stored-fold.ts).
 */

export type Entry = { seq: number; epoch: number; timestamp: number; agentVersion: number; input: Input }
/** A whole state as it was kept at some moment, put together from its pages. */
type Snapshot = { seq: number; epoch: number; state: State }

export type Must = (holds: boolean, sentence: string) => void
export type Rows = {
  head: Head
  config: State['config']
  summary: Summary | null
  plan: Plan | null
  queue: QueuedMessage[]
  messages: Message[]
  files: FileEntry[]
  journal: Entry[]
  /** In order; the journal is folded from the first. */
  snapshots: [Snapshot, ...Snapshot[]]
  streams: number
  /** The writer of each row of the state, by its key (see `keysOf`). */
  writers: Map<string, number>
  blobNames: { sha: string; epoch: number }[]
}

type Row = Record<string, unknown>

/** null: there is no such session. */
export function rowsOf(rows: Dump, sessionId: string): Rows | null {
  const of = (store: keyof Dump): Row[] => (rows[store] ?? []).filter((row) => row['sessionId'] === sessionId)
  const [headRow] = of('sessions')
  const [first, ...later] = snapshotsOf(of('snapshots'))
  if (headRow === undefined || first === undefined) return null
  const plain = <Value>(store: keyof Dump): Value[] =>
    of(store).map(({ sessionId: _, epoch: __, ...row }) => row as Value)
  const { epoch: _, ...head } = headRow
  const writers = (store: keyof Dump, key: (row: Row) => string): [string, number][] =>
    of(store).map((row) => [key(row), row['epoch'] as number])
  return {
    head: head as unknown as Head,
    config: of('configs')[0]?.['config'] as State['config'],
    summary: (of('summaries')[0]?.['summary'] ?? null) as Summary | null,
    plan: (of('plans')[0]?.['plan'] ?? null) as Plan | null,
    queue: plain<QueuedMessage>('queue').sort((a, b) => a.seq - b.seq),
    messages: plain<Message>('messages').sort((a, b) => a.n - b.n),
    files: plain<FileEntry>('files'),
    journal: (of('journal') as unknown as Entry[]).sort((a, b) => a.seq - b.seq),
    snapshots: [first, ...later],
    streams: of('streams').length,
    writers: new Map([
      ...writers('sessions', () => 'head'),
      ...writers('configs', () => 'config'),
      ...writers('summaries', () => 'summary'),
      ...writers('plans', () => 'plan'),
      ...writers('queue', ({ id }) => `queue ${id}`),
      ...writers('messages', ({ n }) => `row ${n}`),
      ...writers('files', ({ path }) => `file ${path}`),
    ]),
    blobNames: of('blob-names') as Rows['blobNames'],
  }
}

/** The rows that a delta writes, by the names that `Rows.writers` has for them. */
export const keysOf = ({ head, config, summary, plan, queue, messages, files }: Delta): string[] => [
  ...(head === undefined ? [] : ['head']),
  ...(config === undefined ? [] : ['config']),
  ...(summary === undefined ? [] : ['summary']),
  ...(plan === undefined ? [] : ['plan']),
  ...(queue?.put ?? []).map(({ id }) => `queue ${id}`),
  ...(messages ?? []).map(({ n }) => `row ${n}`),
  ...(files ?? []).map(({ path }) => `file ${path}`),
]

/** Those of which every page is there. */
function snapshotsOf(rows: readonly Row[]): Snapshot[] {
  const pages = (rows as { seq: number; page: number; last: boolean; epoch: number; part: Delta }[]).toSorted(
    (a, b) => a.seq - b.seq || a.page - b.page,
  )
  return [...new Set(pages.map(({ seq }) => seq))].flatMap((seq) => {
    const own = pages.filter((page) => page.seq === seq)
    const whole = own.at(-1)?.last === true && own.every(({ page }, place) => page === place)
    const parts = own.map(({ part }) => part)
    const [start] = parts
    if (!whole || start?.head === undefined || start.config === undefined) return []
    const state: State = {
      head: start.head,
      config: start.config,
      summary: start.summary ?? null,
      plan: start.plan ?? null,
      queue: parts.flatMap(({ queue }) => queue?.put ?? []),
      messages: parts.flatMap(({ messages }) => messages ?? []),
      files: parts.flatMap(({ files }) => files ?? []),
    }
    return [{ seq, epoch: own[0]?.epoch ?? 0, state }]
  })
}

/** One writer: its stamps grow, and no older writer wrote after a newer one. */
export function checkJournal({ journal, head }: Rows, must: Must): void {
  const epochs = journal.map(({ epoch }) => epoch)
  must(
    same(
      epochs,
      [...epochs].sort((a, b) => a - b),
    ),
    `two writers interleave in the journal: ${epochs}`,
  )
  must(journal.at(-1)?.seq === head.seq, `the head is at ${head.seq}, the journal at ${journal.at(-1)?.seq}`)
  for (const { seq, timestamp, input } of journal)
    must(seq === input.seq && timestamp === input.timestamp, `entry ${seq} of the journal has the stamp ${input.seq}`)
  const ids = journal.flatMap(({ input }) => (input.type === 'user-send-message' ? [input.messageId] : []))
  must(new Set(ids).size === ids.length, `a message was taken twice: ${ids}`)
}
