import fc from 'fast-check'
import { expect, it } from 'vitest'
import { diff } from '../../../src/agent/delta.ts'
import { effectsAt } from '../../../src/agent/effects-at.ts'
import { initiate } from '../../../src/agent/initiate.ts'
import type { Input, Unstamped } from '../../../src/agent/input.ts'
import type { State } from '../../../src/agent/state.ts'
import { transition } from '../../../src/agent/transition.ts'
import { openStage } from '../../../src/storage/archive/import-stage.ts'
import { putBlob, readBlob } from '../../../src/storage/blobs.ts'
import { commitBatch } from '../../../src/storage/commit.ts'
import { makeCopier } from '../../../src/storage/copy/copy-session.ts'
import { copySettings, restoreSettings } from '../../../src/storage/copy/copy-settings.ts'
import { restoreCopy } from '../../../src/storage/copy/restore-copy.ts'
import { claimEpoch } from '../../../src/storage/epoch.ts'
import { readFileEntries } from '../../../src/storage/files.ts'
import { purgeDeleted } from '../../../src/storage/purge.ts'
import { restoreSession } from '../../../src/storage/restore.ts'
import type { Database } from '../../../src/storage/schema.ts'
import { wholeSession } from '../../../src/storage/session-range.ts'
import { firstPlace } from '../../../src/sync/log-state.ts'
import { startSession } from './archive-support.ts'
import { memoryFolder } from './copy-support.ts'
import { LAW_CONFIG, nextInput, type Step } from './random-session.ts'
import { storedState } from './stored-state.ts'
import { writerDatabase } from './support.ts'

type Folder = ReturnType<typeof memoryFolder>
const NOW = 1000
const say = (messageId: string): Unstamped => ({
  ...{ type: 'user-send-message', messageId, content: [{ type: 'text', text: `Words of ${messageId}.` }] },
  ...{ delivery: 'now', partials: {} },
})
const copyOf = ({ files }: Folder, sessionId: string): Uint8Array<ArrayBuffer> => {
  const copy = files.get(sessionId)
  if (copy === undefined) throw new Error(`No copy of ${sessionId}`)
  return copy
}
const roomy = { hasRoom: async () => true }
const ABORT = { type: 'user-abort', partials: {} } as const
/** As a session comes back: what ran is stopped. */
const stopped = (state: State): State =>
  Object.keys(effectsAt(state)).length === 0
    ? state
    : transition({ ...ABORT, seq: state.head.seq + 1, timestamp: NOW })(state)
/** What a new database has after the copy came back. */
async function restoredFrom(copy: Uint8Array<ArrayBuffer>, sessionId: string): Promise<Database> {
  const { db, epoch } = await writerDatabase()
  await restoreCopy(db, { epoch, sessionId, now: NOW }, copy)
  return db
}

const step: fc.Arbitrary<Step> = fc.record({ pick: fc.nat(60), variant: fc.nat(60), crash: fc.boolean() })

it('a copy that followed a session, whatever workers ended meanwhile, brings back its rows; torn at any byte, the rows of a step before', async () => {
  const { db, epoch } = await writerDatabase()
  let run = 0
  let torn = 0
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 30 }), fc.nat(), async (steps, tear) => {
      const sessionId = `copied-${run++}`
      const folder = memoryFolder()
      let copier = makeCopier({ db, epoch, folder, ...roomy })
      let state = initiate(sessionId)
      const states = new Map<number, State>()
      let seq = 0
      const apply = async (input: Input): Promise<void> => {
        const next = transition(input)(state)
        if (next === state) return
        await commitBatch(db, {
          ...{ epoch, sessionId, inputs: [input], delta: diff(state, next), strict: false, endedStreams: [] },
          previousSeq: state.head.seq === 0 ? null : state.head.seq,
        })
        state = next
        states.set(state.head.seq, state)
      }
      await apply({ type: 'session-create', sessionId, config: LAW_CONFIG, seq: ++seq, timestamp: 10 })
      for (const each of steps) {
        const known = await readFileEntries(db, sessionId, ['file-0', 'file-1', 'file-2'])
        const input = nextInput(state, known, each, ++seq)
        // a deleted session has no copy
        if (input.type !== 'user-delete-session') await apply(input)
        if (each.pick % 3 === 0) await copier.copy(sessionId)
        if (!each.crash) continue
        // a kill in the middle of an append
        const copy = folder.files.get(sessionId)
        if (copy !== undefined) folder.files.set(sessionId, copy.slice(0, (copy.length * (each.variant + 1)) / 61))
        copier = makeCopier({ db, epoch, folder, ...roomy })
      }
      await copier.copy(sessionId)
      const copy = copyOf(folder, sessionId)
      const back = await restoredFrom(copy, sessionId)
      expect(await storedState(back, sessionId)).toEqual(stopped(state))
      expect(
        (await back.getAll('journal', wholeSession(sessionId))).filter((row) => row.seq <= state.head.seq),
      ).toEqual(await db.getAll('journal', wholeSession(sessionId)))
      expect(await restoreSession(back, sessionId)).toMatchObject({
        type: 'restored',
        state: { head: stopped(state).head },
      })

      const cut = tear % copy.length
      const early = await restoredFrom(copy.slice(0, cut), sessionId).catch(() => null)
      // before the end of its first snapshot there is nothing to bring back
      if (early === null) expect(cut).toBeLessThan(copy.indexOf(10, copy.indexOf(10) + 1) + 1)
      else {
        expect([...states.values()].map(stopped)).toContainEqual(await storedState(early, sessionId))
        torn++
      }
    }),
    { numRuns: 15, endOnFailure: true },
  )
  expect(torn).toBeGreaterThan(3)
})

it('files of the workspace come back with their bytes, each copied once; a deleted session has no copy, nor has a shared one', async () => {
  const { db, epoch } = await writerDatabase()
  const folder = memoryFolder()
  const copier = makeCopier({ db, epoch, folder, ...roomy })
  const { commit } = await startSession(db, epoch, 's')
  // bytes that look like the end of a part
  const bytes = new TextEncoder().encode('a\n{"type":"blob"}\n\n'.repeat(50))
  const sha = await putBlob(db, bytes, 0)
  const file = { path: 'notes.txt', from: null, to: sha, size: bytes.length, mediaType: 'text/plain' }
  await commit({ type: 'user-change-files', files: [file], known: [] })
  await copier.copy('s')
  const { length } = copyOf(folder, 's')
  const other = { ...file, path: 'same.txt' }
  await commit({ type: 'user-change-files', files: [other], known: [] })
  await commit(say('m1'))
  await copier.copy('s')
  expect(copyOf(folder, 's').length).toBeLessThan(length + bytes.length)

  const back = await restoredFrom(copyOf(folder, 's'), 's')
  expect(await readBlob(back, sha)).toEqual(bytes)
  expect(await back.getAllKeys('pending-blobs')).toEqual([])
  expect((await storedState(back, 's')).files.map(({ path }) => path).sort()).toEqual(['notes.txt', 'same.txt'])

  await commit({ type: 'user-delete-session', partials: {} })
  await copier.copy('s')
  expect(await folder.sessions()).toEqual([])
  await commit({ type: 'user-restore-session' })
  await copier.copy('s')
  expect(await storedState(await restoredFrom(copyOf(folder, 's'), 's'), 's')).toEqual(
    stopped(await storedState(db, 's')),
  )

  await db.put('sync', { ...firstPlace('log', true), sessionId: 's', epoch, by: '' })
  await copier.copy('s')
  expect(await folder.sessions()).toEqual([])
})

/** A session with some messages, and its copy. */
async function copied() {
  const { db, epoch } = await writerDatabase()
  const folder = memoryFolder()
  const { commit, state } = await startSession(db, epoch, 's')
  await commit(say('m1'))
  await makeCopier({ db, epoch, folder, ...roomy }).copy('s')
  return { db, epoch, folder, commit, state, before: copyOf(folder, 's') }
}
const linesOf = (copy: Uint8Array<ArrayBuffer>): string[] => new TextDecoder().decode(copy).split('\n').slice(0, -1)
const copyFrom = (lines: readonly string[]): Uint8Array<ArrayBuffer> =>
  new TextEncoder().encode(lines.map((line) => `${line}\n`).join(''))

it('rows that a frozen writer appended a second time kept the session from coming back', async () => {
  const { folder, state } = await copied()
  const lines = linesOf(copyOf(folder, 's'))
  const back = await restoredFrom(copyFrom([...lines, ...lines.slice(-2)]), 's')
  expect(await storedState(back, 's')).toEqual(stopped(state()))
})

it('a tab that is not the writer any more appends nothing', async () => {
  const { db, epoch, folder, commit, before } = await copied()
  await commit(say('m2'))
  await claimEpoch(db)
  await expect(makeCopier({ db, epoch, folder, ...roomy }).copy('s')).rejects.toThrow('Taken over')
  expect(copyOf(folder, 's')).toEqual(before)
})

it('a database that lost its last rows and went on had a copy with rows of both', async () => {
  const { db, epoch, folder, commit, state } = await copied()
  // the copy knows another row under the last number
  const lines = linesOf(copyOf(folder, 's'))
  folder.files.set('s', copyFrom([...lines.slice(0, -1), (lines.at(-1) ?? '').replace('Words of m1', 'Lost words')]))
  await commit(say('m2'))
  await makeCopier({ db, epoch, folder, ...roomy }).copy('s')
  const back = await restoredFrom(copyOf(folder, 's'), 's')
  expect(await storedState(back, 's')).toEqual(stopped(state()))
})

it('without room nothing is appended, and a deleted session loses its copy all the same', async () => {
  const { db, epoch, folder, commit, before } = await copied()
  const copier = makeCopier({ db, epoch, folder, hasRoom: async () => false })
  await commit(say('m2'))
  await copier.copy('s')
  expect(copyOf(folder, 's')).toEqual(before)
  await commit({ type: 'user-delete-session', partials: {} })
  await copier.copy('s')
  expect(await folder.sessions()).toEqual([])
})

it('a session that was deleted while it was being brought back by a writer before keeps its copy until it is deleted for good', async () => {
  const { before } = await copied()
  const { db, epoch } = await writerDatabase()
  // the writer before ended in the middle
  const stage = await openStage(db, epoch, 's')
  await stage.add('journal', [{ seq: 1, timestamp: 1, agentVersion: 1, input: {} }])
  const next = await claimEpoch(db)
  await purgeDeleted(db, next, { before: 0, now: NOW })
  expect(await db.count('journal')).toBe(0)
  await restoreCopy(db, { epoch: next, sessionId: 's', now: NOW }, before)
  expect(await db.count('sessions')).toBe(1)
})

it('a copy that is none leaves nothing behind', async () => {
  const { db, epoch } = await writerDatabase()
  for (const text of ['', 'nonsense', '{"type":"session","sessionId":"s","agentVersion":1}\n'])
    await expect(
      restoreCopy(db, { epoch, sessionId: 's', now: NOW }, new TextEncoder().encode(text)),
      text,
    ).rejects.toThrow()
  for (const store of ['sessions', 'journal', 'snapshots', 'purges'] as const) expect(await db.count(store)).toBe(0)
})

it('rows that were copied behind a damaged line were lost at the return: the copy continues where the damage begins', async () => {
  const { db, epoch } = await writerDatabase()
  const folder = memoryFolder()
  const { commit } = await startSession(db, epoch, 's')
  await makeCopier({ db, epoch, folder, ...roomy }).copy('s')
  const damaged = new TextEncoder().encode('{"type":"journal","row":{}}\n')
  const copy = copyOf(folder, 's')
  folder.files.set('s', new Uint8Array([...copy, ...damaged]))
  await commit(say('m1'))
  await makeCopier({ db, epoch, folder, ...roomy }).copy('s')
  expect(await storedState(await restoredFrom(copyOf(folder, 's'), 's'), 's')).toEqual(
    stopped(await storedState(db, 's')),
  )
})

it('settings come back into a new database without a key; what it has already stays', async () => {
  const { db } = await writerDatabase()
  const folder = memoryFolder()
  await db.put('settings', { key: 'provider:a', value: { id: 'a' } })
  await db.put('settings', { key: 'provider:b', value: { id: 'b' } })
  await db.put('settings', { key: 'synced-storage', value: 'of this device alone' })
  await copySettings(db, folder)
  // until it is known that nothing was lost
  expect(folder.files.size).toBe(0)
  expect(await restoreSettings(db, folder)).toBe(false)
  await copySettings(db, folder)
  const other = (await writerDatabase()).db
  await other.put('settings', { key: 'provider:b', value: { id: 'newer' } })
  expect(await restoreSettings(other, folder)).toBe(true)
  expect(await other.getAll('settings')).toEqual([
    { key: 'copied-settings', value: true },
    { key: 'provider:a', value: { id: 'a' } },
    { key: 'provider:b', value: { id: 'newer' } },
  ])
})

it('a kill in the middle of copying the settings leaves the copy before it', async () => {
  const { db } = await writerDatabase()
  const folder = memoryFolder()
  const back = async (): Promise<unknown> => {
    const other = (await writerDatabase()).db
    await restoreSettings(other, folder)
    return (await other.get('settings', 'provider:a'))?.value
  }
  await restoreSettings(db, folder)
  for (const id of ['first', 'second', 'third']) {
    await db.put('settings', { key: 'provider:a', value: { id } })
    const before = new Map(folder.files)
    const had = await back()
    await copySettings(db, folder)
    expect(await back()).toEqual({ id })
    const whole = new Map(folder.files)
    const [written] = [...whole].find(([name, bytes]) => before.get(name) !== bytes) ?? ['']
    for (const kept of [0, 20]) {
      folder.files.set(written, (whole.get(written) ?? new Uint8Array()).slice(0, kept))
      expect(await back()).toEqual(had)
    }
    folder.files.set(written, whole.get(written) ?? new Uint8Array())
  }
})
