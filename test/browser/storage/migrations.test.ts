import { openDB } from 'idb'
import { describe, expect, it, onTestFinished } from 'vitest'
import { transition } from '../../../src/agent/transition.ts'
import { AGENT_VERSION } from '../../../src/agent/version.ts'
import { readBlob } from '../../../src/storage/blobs.ts'
import { readFiles } from '../../../src/storage/files.ts'
import { foldJournal } from '../../../src/storage/fold.ts'
import { DATA_VERSION, MIGRATIONS } from '../../../src/storage/migrations.ts'
import { openDatabase } from '../../../src/storage/open.ts'
import { openView } from '../../../src/storage/read.ts'
import { restoreSession } from '../../../src/storage/restore.ts'
import type { Database } from '../../../src/storage/schema.ts'
import { readPreferences, readProviders } from '../../../src/storage/settings/settings.ts'
import { readStreams } from '../../../src/storage/streams.ts'
import { exported, imported } from './archive-support.ts'
import { type DatabaseDump, loadDatabase, schemaOf } from './database-fixture.ts'
import { rewriteEverything } from './next-migration.ts'
import { quietHandlers } from './rows.ts'
import { storedState } from './stored-state.ts'
import { connect, freshName } from './support.ts'

/**
 * A database of every schema that was ever released (recorded by golden-runs.test.ts) must open, go on and fold. Adding
 * a migration means adding `v<n>.json`, recorded by the release before it stands on anybody's disk.
 */
const fixtures = Object.entries(
  import.meta.glob<DatabaseDump>('../../support/fixtures/databases/v*.json', { eager: true, import: 'default' }),
)
  .map(([, dump]) => dump)
  .sort((a, b) => a.version - b.version)

it('there is a database of every version of the schema', () => {
  expect(fixtures.map(({ version }) => version)).toEqual(MIGRATIONS.map((_, place) => place + 1))
})

describe.each(fixtures.map((dump) => ({ name: `version ${dump.version}`, dump })))(
  'a database of $name',
  ({ dump }) => {
    const load = async (): Promise<Database> => {
      const name = freshName()
      await loadDatabase(name, dump)
      return connect(name)
    }

    it('is what the migrations up to it make: a released one was not changed', async () => {
      const name = freshName()
      const opened = await openDatabase(quietHandlers, name, MIGRATIONS.slice(0, dump.version))
      if (opened.type === 'failed') throw new Error(opened.fault.message)
      onTestFinished(() => opened.db.close())
      const recorded = Object.entries(dump.stores).map(([store, { keyPath, indexes }]) => [store, { keyPath, indexes }])
      expect(schemaOf(opened.db)).toEqual(Object.fromEntries(recorded))
    })

    it('opens in this version; every session of it can be shown, restored and folded', async () => {
      const db = await load()
      expect(db.version).toBe(DATA_VERSION)
      const heads = await db.getAll('sessions')
      expect(heads.length).toBeGreaterThanOrEqual(3)
      for (const { sessionId, count } of heads) {
        expect(await openView(db, sessionId, 50)).toMatchObject({ type: 'found', damaged: [] })
        expect(await restoreSession(db, sessionId)).toMatchObject({ type: 'restored', leftOut: [] })
        const state = await storedState(db, sessionId)
        expect(state.messages).toHaveLength(count)
        if (state.head.agentVersion === AGENT_VERSION)
          expect(await foldJournal(db, { sessionId, agentVersion: AGENT_VERSION }, transition)).toEqual({
            type: 'folded',
            state,
          })
        for (const { blob } of (await readFiles(db, sessionId))?.files ?? [])
          expect(await readBlob(db, blob ?? '')).not.toBeNull()
      }
      expect(
        (await Promise.all(heads.map(({ sessionId }) => readStreams(db, sessionId)))).flat().length,
      ).toBeGreaterThan(0)
    })

    it('keeps its settings, and can be exported and imported', async () => {
      const db = await load()
      expect(await readProviders(db)).toMatchObject({ providers: [{ id: 'p1' }], damaged: [] })
      expect(await readPreferences(db)).toMatchObject({ theme: 'dark' })
      const { sessions, refused } = await imported(db, await exported(db))
      expect(refused).toEqual([])
      expect(sessions.length).toBeGreaterThanOrEqual(3)
    })
  },
)

it('an upgrade that is killed in the middle leaves everything as it was, and runs again', async () => {
  const name = freshName()
  const last = fixtures.at(-1)
  if (last === undefined) throw new Error('no fixture')
  await loadDatabase(name, last)
  const worker = new Worker(new URL('./upgrade-worker.ts', import.meta.url), { type: 'module', name })
  onTestFinished(() => worker.terminate())
  await new Promise((resolve) => {
    worker.onmessage = resolve
  })
  // it hangs now with the whole upgrade done and not committed
  await new Promise((resolve) => setTimeout(resolve, 200))
  worker.terminate()

  const raw = await openDB(name)
  expect(raw.version).toBe(last.version)
  expect([...raw.objectStoreNames].sort()).toEqual(Object.keys(last.stores).sort())
  const rows = await raw.getAll('messages')
  expect(rows.map(({ timestamp }) => timestamp).every((time) => time > 0)).toBe(true)
  raw.close()

  const again = await openDatabase(quietHandlers, name, [...MIGRATIONS, rewriteEverything])
  if (again.type === 'failed') throw new Error(again.fault.message)
  onTestFinished(() => again.db.close())
  expect(again.db.version).toBe(DATA_VERSION + 1)
  const rewritten = await again.db.getAll('messages')
  expect(rewritten).toHaveLength(rows.length)
  expect(rewritten.every(({ timestamp }) => timestamp === -1)).toBe(true)
})
