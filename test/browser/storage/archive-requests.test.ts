import { openDB } from 'idb'
import { afterEach, expect, it, onTestFinished, vi } from 'vitest'
import { DATA_VERSION } from '../../../src/storage/migrations.ts'
import { exportFile } from '../../../src/worker/requests/archive.ts'
import { CHATGPT } from '../../support/exports-elsewhere.ts'
import { newId, openPage, type TestPage } from '../worker/page.ts'
import { unpacked } from './archive-support.ts'
import { emptyStorage } from './empty.ts'

/** The requests of a page that deal with archives, asked of the real worker. */

const pages: TestPage[] = []
const page = (): TestPage => {
  const opened = openPage()
  pages.push(opened)
  return opened
}
afterEach(async () => {
  for (const opened of pages.splice(0)) opened.kill()
  await emptyStorage()
})

const create = async (p: TestPage): Promise<string> => {
  const sessionId = newId()
  await p.command({ kind: 'create-session', sessionId, providerId: 'demo', model: 'demo:?speed=1000', thinking: 'off' })
  return sessionId
}
const name = (p: TestPage, sessionId: string, title: string) =>
  p.command({ kind: 'input', sessionId, input: { type: 'user-name-session', title } })
const say = (p: TestPage, sessionId: string, text: string) =>
  p.command({
    kind: 'input',
    sessionId,
    input: {
      type: 'user-send-message',
      messageId: newId(),
      content: [{ type: 'text', text }],
      delivery: 'steer',
    },
  })

it('exports a finished demo run, imports it beside the original, and says so to every tab', async () => {
  const p = page()
  const sessionId = await create(p)
  await p.open(sessionId)
  await say(p, sessionId, 'Plan a picnic')
  await p.until(() => p.status(sessionId) === 'idle' && p.view(sessionId)?.head.title !== null, 'idle')
  const exported = await p.ask({ kind: 'export', sessionIds: null, settings: true })
  expect(exported).toMatchObject({ sessions: 1, raw: false, notes: [], missing: 0 })
  expect(exported.name).toMatch(/^reflexor-20[\dT-]+\.zip$/)
  expect((await p.ask({ kind: 'storage-health' })).lastBackup).toBeGreaterThan(0)

  // another tab, which does not write
  const q = page()
  await q.role('follower')
  expect(await q.ask({ kind: 'import', file: exported.file })).toMatchObject({
    sessions: [],
    known: 1,
    here: sessionId,
  })
  const { sessions, refused, recordings } = await q.ask({ kind: 'import', file: exported.file, again: true })
  expect([refused, recordings]).toEqual([[], false])
  expect(sessions[0]).toMatchObject({ title: 'Plan a picnic (imported)', busy: false })
  const copyId = sessions[0]?.id ?? ''
  await p.until(
    () => p.heard.some((m) => m.type === 'sessions-changed' && m.sessions.some(({ id }) => id === copyId)),
    'the imported session in the first tab',
  )
  const [original, copy] = await Promise.all([p.open(sessionId), p.open(copyId)])
  expect(copy?.view.messages).toEqual(original?.view.messages)
  expect((await p.ask({ kind: 'files', sessionId: copyId })).files).toEqual(
    (await p.ask({ kind: 'files', sessionId })).files,
  )
  // it is alive: the writer, which did not import it, goes on with it when told to
  await say(p, copyId, 'And now a second picnic')
  await p.until(() => p.status(copyId) === 'idle', 'idle')
})

it('what came from elsewhere after the default provider was removed had no model: it has that of the first', async () => {
  const p = page()
  await p.role('writer')
  await p.ask({ kind: 'set-preferences', preferences: { defaultProviderId: 'gone' } })
  const place = { kind: 'openai-compatible', label: 'Mine', baseUrl: 'https://mine.example/v1' } as const
  await p.ask({
    kind: 'save-provider',
    provider: { ...place, id: 'mine', model: 'my-model', models: [], createdAt: 1 },
  })
  const { sessions } = await p.ask({ kind: 'import', file: new Blob([JSON.stringify([CHATGPT])]) })
  const opened = await p.open(sessions[0]?.id ?? '')
  expect(opened?.view.config.model).toMatchObject({ providerId: 'mine', model: 'my-model' })
})

it('refuses what is no export, in words', async () => {
  const p = page()
  await p.role('writer')
  await expect(p.ask({ kind: 'import', file: new Blob(['hello']) })).rejects.toThrow('a zip archive')
  await expect(p.ask({ kind: 'import', file: 'hello' as never })).rejects.toThrow('not a file')
  await expect(p.ask({ kind: 'export', sessionIds: ['nobody'], settings: false })).rejects.toThrow('session-gone')
})

it('data of a newer version: the screen says so, nothing runs, and a raw export without the vault works', async () => {
  const newer = await openDB('reflexor', DATA_VERSION + 1, {
    upgrade: (db) => {
      db.createObjectStore('sessions', { keyPath: 'id' })
      db.createObjectStore('vault', { keyPath: 'id' })
    },
  })
  await newer.put('sessions', { id: 's1', future: new Uint8Array([1, 2, 3]), when: new Date(7) })
  await newer.put('vault', { id: 'secret:p', data: 'cipher text' })
  newer.close()
  const p = page()
  const told = await p.until(() => p.heard.find((m) => m.type === 'storage-failed'), 'the fault')
  expect(told).toMatchObject({ fault: { kind: 'newer-data', safe: expect.stringContaining('safe') } })
  const { file, raw, name } = await p.ask({ kind: 'export', sessionIds: null, settings: true })
  expect([raw, name]).toEqual([true, expect.stringContaining('raw')])
  const entries = await unpacked(file as Blob)
  expect([...entries.keys()].sort()).toEqual(['raw/sessions.jsonl', 'reflexor.json'])
  expect(entries.get('raw/sessions.jsonl')).toBe(
    '{"key":"s1","value":{"id":"s1","future":{"$bytes":"AQID"},"when":{"$date":7}}}\n',
  )
  const after = await openDB('reflexor')
  expect(after.version).toBe(DATA_VERSION + 1)
  after.close()
})

it('says that there is nothing to export where there is no database, and makes none', async () => {
  const { openAsItIs } = await import('../../../src/storage/archive/open-as-is.ts')
  expect(await openAsItIs('nobody-made-this')).toBeNull()
  expect((await indexedDB.databases()).map(({ name }) => name)).not.toContain('nobody-made-this')
})

it('a session that is damaged is listed as such, can be exported, and deleted for good; a sound one cannot be', async () => {
  const p = page()
  const [sound, broken] = [await create(p), await create(p)]
  await name(p, broken, 'Precious')
  p.kill()
  const db = await openDB('reflexor')
  const head = await db.get('sessions', broken)
  await db.put('sessions', { ...head, count: 'many' })
  db.close()
  const q = page()
  await q.role('writer')
  const list = await q.ask({ kind: 'list-sessions' })
  expect(list.find(({ id }) => id === broken)).toMatchObject({ damaged: true, title: 'Damaged session' })
  expect(await q.ask({ kind: 'storage-health' })).toMatchObject({ sessions: 2, damaged: [broken], level: 'fine' })
  const { file, notes } = await q.ask({ kind: 'export', sessionIds: [broken], settings: false })
  expect(notes).toHaveLength(1)
  expect((await unpacked(file as Blob)).get(`sessions/${broken}.jsonl`)).toContain('Precious')
  await expect(q.ask({ kind: 'delete-damaged-session', sessionId: sound })).rejects.toThrow('not-damaged')
  expect(await q.ask({ kind: 'find-damaged' })).toEqual([
    { id: broken, title: 'Precious', what: 'the head of this session' },
  ])
  await q.ask({ kind: 'delete-damaged-session', sessionId: broken })
  expect((await q.ask({ kind: 'list-sessions' })).map(({ id }) => id)).toEqual([sound])
  expect(q.heard.findLast((m) => m.type === 'sessions-changed')).toMatchObject({
    sessions: [{ id: broken, deletedAt: expect.any(Number) }],
  })
})

it('a session whose head is sound but which cannot go on is found, and deleted for good', async () => {
  const p = page()
  const broken = await create(p)
  p.kill()
  const db = await openDB('reflexor')
  await db.delete('configs', broken)
  db.close()
  const q = page()
  await q.role('writer')
  const refused = await q.command({ kind: 'input', sessionId: broken, input: { type: 'user-delete-session' } })
  expect(refused).toMatchObject({ type: 'refused', refusal: { code: 'session-damaged' } })
  expect(await q.ask({ kind: 'find-damaged' })).toMatchObject([{ id: broken, what: expect.stringContaining('config') }])
  await q.ask({ kind: 'delete-damaged-session', sessionId: broken })
  expect(await q.ask({ kind: 'list-sessions' })).toEqual([])
})

it('writes a backup after a run has ended, and shows when', async () => {
  const root = await navigator.storage.getDirectory()
  const folder = await root.getDirectoryHandle(`backup-${crypto.randomUUID()}`, { create: true })
  const p = page()
  await p.role('writer')
  await expect(p.ask({ kind: 'backup-now' })).rejects.toThrow('no-backup-folder')
  expect(await p.ask({ kind: 'get-backup' })).toBeNull()
  const set = await p.ask({ kind: 'set-backup', backup: { folder, everyMinutes: 1, keep: 2 } })
  expect(set).toMatchObject({ state: 'ready', lastBackup: null, everyMinutes: 1 })
  const sessionId = await create(p)
  await p.open(sessionId)
  await say(p, sessionId, 'Plan a picnic')
  await p.until(() => p.status(sessionId) === 'idle', 'idle')
  await p.until(() => p.heard.some((m) => m.type === 'settings-changed' && m !== undefined), 'the news of a backup')
  await expect
    .poll(async () => (await p.ask({ kind: 'get-backup' }))?.lastBackup, { timeout: 60_000 })
    .toBeGreaterThan(0)
  const view = await p.ask({ kind: 'get-backup' })
  expect(view?.problem).toBeNull()
  const files: string[] = []
  for await (const key of folder.keys()) files.push(key)
  expect(files).toHaveLength(1)
  expect((await p.ask({ kind: 'storage-health' })).lastBackup).toBe(view?.lastBackup)
  expect(await p.ask({ kind: 'set-backup', backup: null })).toBeNull()
})

it('a long import said nothing for minutes: how far it has come is told, and it can be stopped; what had arrived stays', async () => {
  const p = page()
  await p.role('writer')
  const conversations = Array.from({ length: 400 }, (_, n) => ({
    ...CHATGPT,
    title: `Kite ${n}`,
    conversation_id: `c${n}`,
  }))
  const file = new Blob([JSON.stringify(conversations)])
  const course = (stop: boolean) => p.ask({ kind: 'import-progress', id: 'mine', stop })
  expect(await course(false)).toBeNull()
  const importing = p.ask({ kind: 'import', file, id: 'mine' })
  await expect.poll(async () => (await course(false))?.done).toBeGreaterThan(3)
  const told = await course(true)
  expect(told).toMatchObject({ of: 400 })
  const { sessions, refused, stopped } = await importing
  expect({ refused, stopped }).toEqual({ refused: [], stopped: true })
  expect(sessions.length).toBeGreaterThan(3)
  expect(sessions.length).toBeLessThan(400)
  expect(await course(false)).toBeNull()
  const listed = await p.ask({ kind: 'list-sessions' })
  expect(listed.map(({ id }) => id).sort()).toEqual(sessions.map(({ id }) => id).sort())
  // stopped before anything has come, it is no file without sessions
  const untouched = new Blob([JSON.stringify(conversations.slice(0, 300).map((each) => ({ ...each, create_time: 1 })))])
  const stoppedAtOnce = p.ask({ kind: 'import', file: untouched, id: 'other' })
  expect(await p.ask({ kind: 'import-progress', id: 'other', stop: true })).toMatchObject({ done: 0 })
  expect(await stoppedAtOnce).toMatchObject({ sessions: [], stopped: true })
  // one that nobody stops is whole; what has arrived does not come twice
  const others = Array.from({ length: 3 }, (_, n) => ({
    ...CHATGPT,
    title: `Kite ${n}`,
    create_time: 1_600_000_000 + n,
  }))
  const again = [...conversations.slice(0, 2), ...others]
  const whole = await p.ask({ kind: 'import', file: new Blob([JSON.stringify(again)]) })
  expect([whole.sessions.length, whole.stopped, whole.known]).toEqual([3, false, 2])
  // nothing is added to them: nobody is told to continue them
  expect(whole.recordings).toBe(true)
  // and with nothing new in it, it is no error
  const same = await p.ask({ kind: 'import', file: new Blob([JSON.stringify(others)]) })
  expect([same.sessions.length, same.refused, same.known]).toEqual([0, [], 3])
})

it('on a full disk nothing could be taken home, because the date of that found no room', async () => {
  const p = page()
  await create(p)
  const put = vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(() => {
    throw new DOMException('no space', 'QuotaExceededError')
  })
  onTestFinished(() => put.mockRestore())
  const { sessions } = await exportFile({ kind: 'export', sessionIds: null, settings: true })
  expect([sessions, put.mock.calls.length]).toEqual([1, 1])
})
