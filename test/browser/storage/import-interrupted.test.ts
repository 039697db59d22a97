import { expect, it, onTestFinished } from 'vitest'
import type { Unstamped } from '../../../src/agent/input.ts'
import { importArchive } from '../../../src/storage/archive/import.ts'
import { putBlob } from '../../../src/storage/blobs.ts'
import { claimEpoch } from '../../../src/storage/epoch.ts'
import { purgeDeleted } from '../../../src/storage/purge.ts'
import { listHeads } from '../../../src/storage/read.ts'
import type { Database } from '../../../src/storage/schema.ts'
import { said } from '../../support/said.ts'
import { exported, FRESH, imported, NOW, startSession } from './archive-support.ts'
import { storedState } from './stored-state.ts'
import { connect, freshName } from './support.ts'

/** A session of a few pages of messages and files, and its archive. */
async function archive(): Promise<{ name: string; db: Database; epoch: number; file: Blob }> {
  const name = freshName()
  const db = await connect(name)
  const epoch = await claimEpoch(db)
  const { commit } = await startSession(db, epoch, 's')
  const sha = await putBlob(db, new TextEncoder().encode('hello'), 0)
  const send = (n: number): Unstamped =>
    said({
      type: 'user-send-message',
      messageId: `m${n}`,
      content: [{ type: 'text', text: `message ${n}` }],
      delivery: 'now',
    })
  await commit(...Array.from({ length: 450 }, (_, n) => send(n)))
  const change = { path: 'a.txt', from: null, to: sha, size: 5, mediaType: 'text/plain' }
  await commit({ type: 'user-change-files', files: [change], known: [] })
  return { name, db, epoch, file: await exported(db) }
}

const rowsOf = async (db: Database, sessionId: string): Promise<number> => {
  let rows = 0
  for (const store of [...db.objectStoreNames].filter((each) => each !== 'blobs')) {
    const found: unknown[] = await db.getAll(store)
    rows += found.filter((row) => (row as { sessionId?: string }).sessionId === sessionId).length
  }
  return rows
}

it.each([
  ['before-import-page', 1, 0],
  ['before-import-page', 2, 0],
  ['before-import-page', 5, 0],
  ['before-import-page', 8, 0],
  ['before-import-head', 1, 0],
  ['after-import-head', 1, 1],
] as const)(
  'a worker that dies at %s (%i) leaves the whole session or nothing that is seen, and the next writer tidies up',
  async (point, at, arrived) => {
    const { name, db, file } = await archive()
    const original = await storedState(db, 's')
    const query = `?failpoint=${point}:${at}:crash`
    const worker = new Worker(new URL('./import-worker.ts', import.meta.url), {
      type: 'module',
      name: `${name}|${query}`,
    })
    onTestFinished(() => worker.terminate())
    await new Promise((resolve) => {
      worker.onmessage = resolve
    })
    worker.postMessage(file)
    // its lock is free once it is dead
    await navigator.locks.request(name, () => {})

    expect((await listHeads(db)).heads.filter(({ sessionId }) => sessionId === 'copy')).toHaveLength(arrived)
    const epoch = await claimEpoch(db)
    expect(await purgeDeleted(db, epoch, { before: NOW, now: NOW })).toMatchObject({ type: 'purged-now' })
    expect(await db.count('purges')).toBe(0)
    if (arrived === 1) expect((await storedState(db, 'copy')).messages).toEqual(original.messages)
    else expect(await rowsOf(db, 'copy')).toBe(0)
    // nobody else was touched
    expect(await storedState(db, 's')).toEqual(original)
  },
)

it('a writer that purges leaves alone what is imported in its own time', async () => {
  const { db, epoch, file } = await archive()
  const purges: Promise<unknown>[] = []
  const { sessions } = await imported(db, file, {
    configure: () => FRESH,
    problemOfPath: () => {
      purges.push(purgeDeleted(db, epoch, { before: NOW, now: NOW }))
      return null
    },
  })
  expect(purges.length).toBeGreaterThan(0)
  await Promise.all(purges)
  expect((await storedState(db, sessions[0]?.sessionId ?? '')).messages).toHaveLength(450)
})

it('another tab that takes over in the middle voids what was staged; it is staged again and arrives', async () => {
  const { db, file } = await archive()
  let ids = 0
  let taken: Promise<unknown> | null = null
  const report = await importArchive(db, file, {
    now: NOW,
    newId: () => `try-${ids++}`,
    problemOfPath: () => null,
    configure: () => {
      taken ??= claimEpoch(db).then((epoch) => purgeDeleted(db, epoch, { before: NOW, now: NOW }))
      return FRESH
    },
    ownPrompt: '',
    keep: new Set(),
    again: true,
  })
  expect(report.sessions.map(({ sessionId }) => sessionId)).toEqual(['try-1'])
  await taken
  await expect.poll(() => rowsOf(db, 'try-0')).toBe(0)
  expect((await storedState(db, 'try-1')).messages).toHaveLength(450)
  expect(await db.count('purges')).toBe(0)
})
