import { expect } from 'vitest'
import type { Message } from '../../../src/agent/message.ts'
import type { State } from '../../../src/agent/state.ts'
import { transition } from '../../../src/agent/transition.ts'
import { AGENT_VERSION } from '../../../src/agent/version.ts'
import { readBlob } from '../../../src/storage/blobs.ts'
import { readFiles } from '../../../src/storage/files.ts'
import { foldJournal } from '../../../src/storage/fold.ts'
import { openDatabase } from '../../../src/storage/open.ts'
import { openView, readRows } from '../../../src/storage/read.ts'

/** What must be true of a session at rest, read from the disk alone. */
export async function checkAtRest(sessionId: string, sent: readonly string[]): Promise<{ messages: Message[] }> {
  const opened = await openDatabase({
    onBlocked: () => {},
    onVersionChange: (close) => close(),
    onTerminated: () => {},
    onEmptied: () => {},
  })
  if (opened.type === 'failed') throw new Error(opened.fault.message)
  const { db } = opened
  try {
    // its name comes beside its answers, and may come after them
    await expect.poll(async () => (await db.get('sessions', sessionId))?.title).not.toBeNull()
    const view = await openView(db, sessionId, 1)
    if (view.type === 'missing') throw new Error('The session is gone')
    const { head, config, queue } = view.view
    const rows = await readRows(db, sessionId, 0, head.count)
    const messages = rows?.messages ?? []
    expect(messages.map(({ n }) => n)).toEqual(messages.map((_, index) => index))

    // every accepted message once and in order
    const users = messages.flatMap((message) => (message.role === 'user' ? [message.id] : []))
    expect(users).toEqual(sent)
    // every call has exactly one result
    for (const call of messages.flatMap((message) => (message.role === 'assistant' ? message.calls : [])))
      expect([call.id, call.status, call.result !== null]).toEqual([call.id, 'closed', true])

    // rows equal the folded journal; no two writers interleave in it
    const folded = await foldJournal(db, { sessionId, agentVersion: AGENT_VERSION }, transition)
    if (folded.type !== 'folded') throw new Error('There is no snapshot')
    const files = (await readFiles(db, sessionId))?.files ?? []
    expect(folded.state.head).toEqual(head)
    expect(folded.state.config).toEqual(config)
    expect(folded.state.queue).toEqual(queue)
    expect(folded.state.messages).toEqual(messages)
    expect(present(folded.state.files)).toEqual(present(files))
    const journal = await db.getAll('journal', IDBKeyRange.bound([sessionId, 0], [sessionId, []]))
    const epochs = journal.map(({ epoch }) => epoch)
    expect(epochs).toEqual([...epochs].sort((a, b) => a - b))
    // files equal what the results say, and their bytes are there
    for (const { blob } of present(files)) expect(await readBlob(db, blob ?? '')).not.toBeNull()
    // text of answers that have ended is not kept twice
    expect(await db.getAll('streams', IDBKeyRange.bound([sessionId, 0], [sessionId, []]))).toEqual([])
    return { messages }
  } finally {
    db.close()
  }
}

const present = (files: State['files']): State['files'] => files.filter(({ blob }) => blob !== null)
