import type { Delta } from '../../src/agent/delta-schema.ts'
import type { Head } from '../../src/agent/head.ts'
import type { Input } from '../../src/agent/input.ts'
import type { Message, QueuedMessage } from '../../src/agent/message.ts'
import type { FileEntry, State } from '../../src/agent/state.ts'
import { transition } from '../../src/agent/transition.ts'
import { same, text } from './compare.ts'
import type { Dump } from './page/database.ts'

/** A session as it lies on disk, and what must be true of every one: one writer, and rows that its journal makes. */

export type Entry = { seq: number; epoch: number; input: Input }

export type Must = (holds: boolean, sentence: string) => void
export type Rows = {
  head: Head
  config: State['config']
  queue: QueuedMessage[]
  messages: Message[]
  files: FileEntry[]
  journal: Entry[]
  snapshot: Delta
  snapshotSeq: number
  streams: number
}

/** null: there is no such session. */
export function rowsOf(rows: Dump, sessionId: string): Rows | null {
  const of = (store: keyof Dump): Record<string, unknown>[] =>
    (rows[store] ?? []).filter((row) => row['sessionId'] === sessionId)
  const [headRow] = of('sessions')
  const [snapshot] = of('snapshots')
  if (headRow === undefined || snapshot === undefined) return null
  const plain = <Row>(store: keyof Dump): Row[] => of(store).map(({ sessionId: _, epoch: __, ...row }) => row as Row)
  const { epoch: _, ...head } = headRow
  return {
    head: head as unknown as Head,
    config: of('configs')[0]?.['config'] as State['config'],
    queue: plain<QueuedMessage>('queue').sort((a, b) => a.seq - b.seq),
    messages: plain<Message>('messages').sort((a, b) => a.n - b.n),
    files: plain<FileEntry>('files'),
    journal: (of('journal') as unknown as Entry[]).sort((a, b) => a.seq - b.seq),
    snapshot: snapshot['part'] as Delta,
    snapshotSeq: snapshot['seq'] as number,
    streams: of('streams').length,
  }
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
  const ids = journal.flatMap(({ input }) => (input.type === 'user-send-message' ? [input.messageId] : []))
  must(new Set(ids).size === ids.length, `a message was taken twice: ${ids}`)
}

/** Rows equal the folded journal. */
export function checkFold(
  { head, config, queue, messages, files, journal, snapshot, snapshotSeq }: Rows,
  must: Must,
): void {
  let state = {
    head: snapshot.head,
    config: snapshot.config,
    summary: snapshot.summary ?? null,
    queue: snapshot.queue?.put ?? [],
    messages: snapshot.messages ?? [],
    files: snapshot.files ?? [],
  } as State
  for (const { seq, input } of journal) if (seq > snapshotSeq) state = transition(input)(state)
  must(same(state.head, head), `the head is not the folded journal's:\n${text(head)}\n${text(state.head)}`)
  must(same(state.config, config), 'the configuration is not the folded journal’s')
  must(same(state.queue, queue), `the queue is not the folded journal's:\n${text(queue)}\n${text(state.queue)}`)
  for (const [n, message] of state.messages.entries())
    must(same(message, messages[n]), `row ${n} is not the folded journal's:\n${text(messages[n])}\n${text(message)}`)
  must(state.messages.length === messages.length, 'there are more or fewer rows than the journal makes')
  must(
    same(byPath(state.files), byPath(files)),
    `files are not the folded journal's:\n${text(files)}\n${text(state.files)}`,
  )
}

const byPath = (files: readonly FileEntry[]): FileEntry[] =>
  files.filter(({ blob }) => blob !== null).sort((a, b) => (a.path < b.path ? -1 : 1))
