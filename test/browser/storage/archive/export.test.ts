import { expect, it } from 'vitest'
import { transition } from '../../../../src/agent/transition.ts'
import { AGENT_VERSION } from '../../../../src/agent/version.ts'
import { DEMO_PROVIDER } from '../../../../src/settings/provider.ts'
import { exportBlackBox } from '../../../../src/storage/archive/black-box.ts'
import { putBlob, readBlob } from '../../../../src/storage/blobs.ts'
import { foldJournal } from '../../../../src/storage/fold.ts'
import { restoreSession } from '../../../../src/storage/restore.ts'
import { saveProvider } from '../../../../src/storage/settings/settings.ts'
import { putSecret } from '../../../../src/storage/settings/vault.ts'
import { said } from '../../../support/said.ts'
import { exported, imported, NOW, packed, startSession, unpacked } from '../archive-support.ts'
import { CONFIG } from '../rows.ts'
import { storedState } from '../stored-state.ts'
import { connect, writerDatabase } from '../support.ts'

const text = (words: string) => [{ type: 'text' as const, text: words }]
const send = (messageId: string, words = 'Go') =>
  said({ type: 'user-send-message', messageId, content: text(words), delivery: 'steer' })

it('never holds a key, and holds providers and preferences when asked to', async () => {
  const { db, epoch } = await writerDatabase()
  await startSession(db, epoch, 's')
  await saveProvider(db, { ...DEMO_PROVIDER, id: 'p', kind: 'anthropic', baseUrl: 'https://api.example' })
  await putSecret(db, 'p', 'https://api.example', 'sk-very-secret')
  const entries = await unpacked(await exported(db))
  expect([...entries.keys()].sort()).toEqual(['reflexor.json', 'sessions/s.jsonl', 'settings.json'])
  expect(entries.get('settings.json')).toContain('https://api.example')
  const secret = JSON.stringify(await db.get('vault', 'secret:p'))
  expect([...entries.values()].join()).not.toContain('sk-very-secret')
  expect(secret.length).toBeGreaterThan(0)
  expect((await unpacked(await exported(db, { settings: false }))).has('settings.json')).toBe(false)
})

it('holds nothing of what the person told all sessions of themselves: day, instructions and memory are not for whoever gets this one', async () => {
  const { db, epoch } = await writerDatabase()
  const told = { date: 'Monday 2026-01-05', zone: 'Europe/Lisbon', instructions: 'Answer like a pirate.' }
  const first = { ...told, memory: '- has two children' }
  const { commit, state } = await startSession(db, epoch, 's', { ...CONFIG, background: first })
  await commit(send('m1', 'What do you know of me?'))
  const second = { ...told, memory: null, instructions: 'Answer like a poet.' }
  await commit({ type: 'user-configure', config: { background: second } })
  expect(state().config.background).toEqual(second)
  const file = await exported(db)
  const lines = (await unpacked(file)).get('sessions/s.jsonl') ?? ''
  // it is all there but for that
  for (const type of ['snapshot', 'journal', 'config', 'message']) expect(lines).toContain(`"type":"${type}"`)
  expect(lines).toContain('What do you know of me?')
  expect(lines).not.toMatch(/pirate|poet|children|Lisbon|Monday|background/)
  // and the copy is folded from it all the same
  const other = await writerDatabase()
  const { sessions, refused } = await imported(other.db, file)
  expect(refused).toEqual([])
  expect((await storedState(other.db, sessions[0]?.sessionId ?? '')).config.background).toBeUndefined()
})

it('leaves out what was deleted, unless it is asked for by name, and that arrives undeleted', async () => {
  const { db, epoch } = await writerDatabase()
  const { commit } = await startSession(db, epoch, 'gone')
  await commit({ type: 'user-delete-session' })
  expect([...(await unpacked(await exported(db))).keys()]).toEqual(['reflexor.json', 'settings.json'])
  const { sessions } = await imported(db, await exported(db, { sessionIds: ['gone'] }))
  expect(sessions[0]).toMatchObject({ deletedAt: null, title: 'New session (imported)' })
})

it('damaged rows are written as they are, with a note, and hold up nothing', async () => {
  const { db, epoch } = await writerDatabase()
  await startSession(db, epoch, 'whole')
  const { commit } = await startSession(db, epoch, 'broken')
  await commit(send('m1', 'precious words'))
  const row = (await db.get('messages', ['broken', 0])) as object
  await db.put('messages', {
    ...row,
    content: 'precious words',
    extra: new Uint8Array([1, 2]),
    when: new Date(5),
  } as never)
  await db.put('sessions', { sessionId: 'broken', seq: 'x' } as never)
  const file = await exported(db)
  const entries = await unpacked(file)
  expect(entries.get('sessions/broken.jsonl')).toContain('"extra":{"$bytes":"AQI="},"when":{"$date":5}')
  expect(entries.get('notes.json')).toMatch(/broken: messages .* is damaged/)
  expect(entries.get('sessions/broken.jsonl')).toContain('"type":"journal"')
  const { sessions, refused } = await imported(db, file)
  expect(sessions.map(({ title }) => title)).toEqual(['New session (imported)'])
  expect(refused[0]?.reason).toContain('damaged when it was exported')
})

it('bytes that are damaged or missing leave the same hole in the copy, and nothing else', async () => {
  const { db, epoch } = await writerDatabase()
  const { commit } = await startSession(db, epoch, 's')
  const shas = await Promise.all(['a', 'b', 'c'].map((name) => putBlob(db, new TextEncoder().encode(name), 0)))
  const files = shas.map((to, n) => ({ path: `f${n}`, from: null, to, size: 1, mediaType: 'text/plain' }))
  await commit({ type: 'user-change-files', files, known: [] })
  await db.put('blobs', { sha: shas[0] ?? '', bytes: new Uint8Array([9]) })
  await db.delete('blobs', shas[1] ?? '')
  const file = await exported(db)
  expect((await unpacked(file)).has(`blobs/${shas[0]}.damaged`)).toBe(true)
  const other = await writerDatabase()
  const { sessions, refused } = await imported(other.db, file)
  expect(refused).toEqual([])
  expect((await storedState(other.db, sessions[0]?.sessionId ?? '')).files).toHaveLength(3)
  expect(await Promise.all(shas.map((sha) => readBlob(other.db, sha)))).toEqual([
    null,
    null,
    new TextEncoder().encode('c'),
  ])
  // what a session names is never collected
  expect(await other.db.count('pending-blobs')).toBe(0)
})

it('text that a running answer had received is kept when its copy arrives stopped', async () => {
  const { db, epoch } = await writerDatabase()
  const { commit, state } = await startSession(db, epoch, 's')
  await commit(send('m1'))
  const cut = state().head.unseen?.cut ?? 0
  await commit({ type: 'brain-send-message-start', cut, attempt: 0, model: { providerId: 'p', model: 'm' } })
  const [live] = state().head.live
  if (live === undefined) throw new Error('nothing streams')
  const parts = [{ index: 0, kind: 'text' as const, text: 'Once upon' }]
  await db.put('streams', { sessionId: 's', epoch, cut, attempt: live.attempt, n: 0, start: 1, parts })
  const { sessions } = await imported(db, await exported(db))
  const copy = await storedState(db, sessions[0]?.sessionId ?? '')
  expect(copy.messages.at(-1)).toMatchObject({ status: 'aborted', content: text('Once upon') })
  expect(copy.head.hold).toEqual({ kind: 'aborted' })
})

it('a session of an older agent version arrives by its rows, and folds from there', async () => {
  const { db, epoch } = await writerDatabase()
  const { commit } = await startSession(db, epoch, 's')
  await commit(send('m1'))
  const entries = await unpacked(await exported(db))
  const older = (entries.get('sessions/s.jsonl') ?? '').replaceAll(
    `"agentVersion":${AGENT_VERSION}`,
    `"agentVersion":${AGENT_VERSION - 1}`,
  )
  const { sessions, refused } = await imported(db, await packed(entries.set('sessions/s.jsonl', older)))
  expect(refused).toEqual([])
  const sessionId = sessions[0]?.sessionId ?? ''
  const copy = await storedState(db, sessionId)
  expect(copy.messages).toHaveLength(1)
  expect(await foldJournal(db, { sessionId, agentVersion: AGENT_VERSION }, transition)).toEqual({
    type: 'folded',
    state: copy,
  })
  expect(await restoreSession(db, sessionId)).toMatchObject({ type: 'restored' })
})

it('a session that is committed to while it is exported is exported as it was at its beginning', async () => {
  const { db, epoch } = await writerDatabase()
  const { commit } = await startSession(db, epoch, 's')
  for (let n = 0; n < 20; n++) await commit({ type: 'user-name-session', title: `T${n}` })
  const second = await connect(db.name)
  const get = second.get.bind(second)
  let committed = false
  // the first read of the head has been answered: now somebody commits
  second.get = (async (...parameters: Parameters<typeof get>) => {
    const value = await get(...parameters)
    if (!committed) {
      committed = true
      await commit(send('late'))
    }
    return value
  }) as typeof second.get
  const file = await exported(second, { sessionIds: ['s'], settings: false })
  expect((await unpacked(file)).get('sessions/s.jsonl')).toContain('"consistent":false')
  const { sessions } = await imported(db, file)
  expect(sessions[0]).toMatchObject({ title: 'T19 (imported)', count: 0 })
})

it('bytes of another device that a full disk has no room for are in the file all the same', async () => {
  const { db, epoch } = await writerDatabase()
  const { commit } = await startSession(db, epoch, 's')
  const bytes = new TextEncoder().encode('a picture')
  const sha = await putBlob(db, bytes, 0)
  const files = [{ path: 'a.png', from: null, to: sha, size: 9, mediaType: 'image/png' }]
  await commit({ type: 'user-change-files', files, known: [] })
  await db.delete('blobs', sha)
  const notKept = new Map([[sha, new Blob([bytes])]])
  const boxed: Uint8Array<ArrayBuffer>[] = []
  const wish = { sessionId: 's', clean: (text: string) => text, notKept, now: NOW }
  await exportBlackBox(db, wish, (piece) => void boxed.push(piece))
  for (const file of [await exported(db, { notKept }), new Blob(boxed)]) {
    expect((await unpacked(file)).get(`blobs/${sha}`)).toBe('a picture')
    const other = await writerDatabase()
    await imported(other.db, file)
    expect(await readBlob(other.db, sha)).toEqual(bytes)
  }
})
