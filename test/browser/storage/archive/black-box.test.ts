import { expect, it, onTestFinished } from 'vitest'
import { effectsAt } from '../../../../src/agent/effects-at.ts'
import { initiate } from '../../../../src/agent/initiate.ts'
import type { Unstamped } from '../../../../src/agent/input.ts'
import { transition } from '../../../../src/agent/transition.ts'
import { exportBlackBox } from '../../../../src/storage/archive/black-box.ts'
import { conversationsIn, importElsewhere } from '../../../../src/storage/archive/elsewhere/import-elsewhere.ts'
import { putBlob, shaOf } from '../../../../src/storage/blobs.ts'
import { purgeSession } from '../../../../src/storage/purge.ts'
import type { Database } from '../../../../src/storage/schema.ts'
import { wholeSession } from '../../../../src/storage/session-range.ts'
import {
  addRecordedWire,
  forgetRecordedWire,
  readRecordedWire,
  recordWire,
} from '../../../../src/storage/settings/recorded-wire.ts'
import { openVersions } from '../../../../src/storage/versions/versions.ts'
import { wireOf } from '../../../../src/worker/ports/wire.ts'
import { CHATGPT } from '../../../support/exports-elsewhere.ts'
import { said } from '../../../support/said.ts'
import { exported, FRESH, imported, NOW, packed, startSession, unpacked } from '../archive-support.ts'
import { branched } from '../branch-support.ts'
import { CONFIG } from '../rows.ts'
import { storedState } from '../stored-state.ts'
import { writerDatabase } from '../support.ts'

const SECRET = 'sk-not-for-others'
const clean = (text: string): string => text.replaceAll(SECRET, '[secret]')
const bytes = (text: string) => new TextEncoder().encode(text)
const send = (messageId: string, words: string): Unstamped =>
  said({ type: 'user-send-message', messageId, content: [{ type: 'text', text: words }], delivery: 'now' })
const answer = (cut: number, text: string): Unstamped[] => [
  { type: 'brain-send-message-start', cut, attempt: 0, model: { providerId: 'p', model: 'm' } },
  {
    ...{ type: 'brain-send-message-complete', cut, attempt: 0, content: [{ type: 'text', text }], stopReason: 'stop' },
    ...{ usage: { input: 7, output: 3, cacheRead: 0, cacheWrite: 0, reasoning: 0 }, cost: 0.5 },
  },
]

async function blackBox(db: Database, sessionId: string, wire = false): Promise<Blob> {
  const parts: Uint8Array<ArrayBuffer>[] = []
  await exportBlackBox(db, { sessionId, clean, wire, now: NOW }, (piece) => void parts.push(piece))
  return new Blob(parts)
}

/** Two variants, of which the first said a secret and wrote it into a file. */
async function recordedRun() {
  const { db, epoch } = await writerDatabase()
  const { state, commit } = await startSession(db, epoch, 's', {
    ...CONFIG,
    background: { date: 'Monday', zone: 'UTC', instructions: 'Like a pirate.', memory: null },
  })
  const sha = await putBlob(db, bytes(`key = ${SECRET}`), 0)
  await commit(send('m1', `My key is ${SECRET}, ${'long '.repeat(50)}`))
  await commit(...answer(state().head.unseen?.cut ?? 0, `You said ${SECRET}.`))
  const change = { path: 'keys.txt', from: null, to: sha, size: 10, mediaType: 'text/plain' }
  await commit({ type: 'user-change-files', files: [change], known: [] })
  await commit(send('m2', 'And now?'))
  await commit(...answer(state().head.unseen?.cut ?? 0, 'Now nothing.'))
  await branched(db, epoch, { from: 's', sessionId: 'v', count: 2 })
  await startSession(db, epoch, 'other')
  return { db, sha, state }
}

it('a black box holds the whole run with its variants and no secret, and arrives stopped, as a recording', async () => {
  const { db, sha, state } = await recordedRun()
  const file = await blackBox(db, 'v')
  const entries = await unpacked(file)
  expect([...entries.keys()].filter((name) => name.startsWith('sessions/')).sort()).toEqual([
    'sessions/s.jsonl',
    'sessions/v.jsonl',
  ])
  expect([...entries.values()].join()).not.toMatch(/sk-not-for-others|pirate/)
  expect(entries.has(`blobs/${sha}`)).toBe(false)
  const cleaned = await shaOf(bytes('key = [secret]'))
  expect(entries.get(`blobs/${cleaned}`)).toBe('key = [secret]')
  const [run] = JSON.parse(entries.get('run.json') ?? '').sessions
  expect(run).toMatchObject({
    models: [{ model: 'm', answers: 2, input: 14, output: 6, cost: 1 }],
    tools: [{ name: 'read', repeat: 'pure' }],
  })

  const other = await writerDatabase()
  const { sessions, refused } = await imported(other.db, file)
  expect(refused).toEqual([])
  const [first, variant] = await Promise.all(sessions.map(({ sessionId }) => storedState(other.db, sessionId)))
  if (first === undefined || variant === undefined) throw new Error('Two sessions were to arrive')
  expect(first.head).toMatchObject({ recorded: true, title: 'New session (recording)' })
  expect(effectsAt(first)).toEqual({})
  expect(first.messages.map(({ content }) => content)).toEqual(
    JSON.parse(clean(JSON.stringify(state().messages.map(({ content }) => content)))),
  )
  expect(first.files.map(({ path, blob }) => [path, blob])).toEqual([['keys.txt', cleaned]])
  // the two are still one conversation
  expect(variant.head.origin).toMatchObject({ session: first.head.sessionId, family: first.head.sessionId, n: 2 })
  expect(variant.head.recorded).toBe(true)

  // nothing joins it, and whoever goes on does so in a branch, which nothing holds back
  const seq = first.head.seq + 1
  const late = { ...send('late', 'Late'), seq, timestamp: NOW } as Parameters<typeof transition>[0]
  expect(transition(late)(first)).toBe(first)
  const from = first.head.sessionId
  const outcome = await branched(other.db, other.epoch, { from, sessionId: 'mine', count: 2, variant: false })
  if (outcome.type !== 'branched') throw new Error(outcome.type)
  const mine = await storedState(other.db, 'mine')
  expect(mine.head.recorded).toBeUndefined()
  // whichever way the copy was made, nothing that somebody else's run did happens again by itself
  expect(mine.config.acts).toEqual({ of: from, refuse: true })
  expect(mine.head.private).toBe(true)
  expect(transition({ ...late, seq: mine.head.seq + 1 })(mine).messages.length).toBe(3)

  // replay: each recorded input, folded here, gives the recorded state
  const journal = await other.db.getAll('journal', wholeSession(from))
  const versions = await openVersions(other.db, from)
  let folded = initiate(from)
  for (const { input } of journal) {
    folded = transition(input)(folded)
    expect(versions?.get(input.seq)).toEqual(folded)
  }
  expect(JSON.parse(JSON.stringify(folded))).toEqual(JSON.parse(JSON.stringify(first)))

  // and what was a recording is one again when it is taken home as an archive, with this person's own settings
  const again = await imported(db, await exported(other.db, { sessionIds: [from] }))
  expect(again.sessions[0]).toMatchObject({ recorded: true })
})

it('a black box of a run with versions of a file that differ in a secret alone could be opened nowhere', async () => {
  const { db, epoch } = await writerDatabase()
  const { commit } = await startSession(db, epoch, 's')
  const versions = [`key = ${SECRET}1`, `key = ${SECRET}2`, 'key = [secret]']
  let from: string | null = null
  for (const text of versions) {
    const to = await putBlob(db, bytes(text), 0)
    const change = { path: 'keys.txt', from, to, size: text.length, mediaType: 'text/plain' }
    await commit({ type: 'user-change-files', files: [change], known: [] })
    from = to
  }
  const parts: Uint8Array<ArrayBuffer>[] = []
  const wish = { sessionId: 's', clean: (text: string) => text.replace(/sk-not-for-others\d/g, '[secret]'), now: NOW }
  await exportBlackBox(db, wish, (piece) => void parts.push(piece))
  const other = await writerDatabase()
  const { sessions, refused } = await imported(other.db, new Blob(parts))
  expect(refused).toEqual([])
  const arrived = await storedState(other.db, sessions[0]?.sessionId ?? '')
  expect(arrived.files.map(({ path, blob }) => [path, blob])).toEqual([
    ['keys.txt', await shaOf(bytes('key = [secret]'))],
  ])
})

it('variants go through an archive of everything as one conversation; whose first is missing is one of its own', async () => {
  const { db, epoch } = await writerDatabase()
  const { state, commit } = await startSession(db, epoch, 'z-first')
  await commit(send('m1', 'Hello'))
  await commit(...answer(state().head.unseen?.cut ?? 0, 'Hello'))
  await branched(db, epoch, { from: 'z-first', sessionId: 'm-second', count: 1 })
  await branched(db, epoch, { from: 'm-second', sessionId: 'a-third', count: 1 })
  await branched(db, epoch, { from: 'z-first', sessionId: 'fork', count: 2, variant: false })
  const other = await writerDatabase()
  const file = await exported(db)
  const { sessions, refused } = await imported(other.db, file)
  expect(refused).toEqual([])
  const root = sessions.find(({ origin }) => origin === undefined)?.sessionId
  expect(root).toBeDefined()
  expect(sessions.filter(({ origin }) => origin?.family === root).length).toBe(2)
  expect(sessions.filter(({ origin }) => origin !== undefined).every(({ origin }) => origin?.session === root)).toBe(
    true,
  )

  const entries = new Map(await unpacked(file))
  entries.delete('sessions/z-first.jsonl')
  const orphans = await imported(other.db, await packed(entries))
  expect(orphans.refused).toEqual([])
  expect(orphans.sessions.map(({ origin }) => origin?.family)).toEqual([undefined, undefined, undefined])

  // a circle, as only a forger makes one: nobody is tied to what was not there before
  const circle = new Map(
    [...(await unpacked(file))].map(([name, text]) => [
      name,
      name === 'sessions/z-first.jsonl' ? text.replace('"type":"session",', '"type":"session","of":"m-second",') : text,
    ]),
  )
  const round = await imported(other.db, await packed(circle))
  expect(round.refused).toEqual([])
  const ids = new Set(round.sessions.map(({ sessionId }) => sessionId))
  for (const { sessionId, origin } of round.sessions)
    if (origin?.family !== undefined) expect(ids.has(origin.session) && origin.session !== sessionId).toBe(true)
})

it('what a session sends to models is recorded where a person wants it, and goes along, without secrets, where they want that', async () => {
  const { db } = await recordedRun()
  const ask = async (words: string): Promise<void> => {
    const answered = async () => new Response(`data: ${words}\n\n`)
    const body = JSON.stringify({ key: SECRET, words })
    await (await wireOf(db, 's').through(answered, 'https://api.example/v1', { method: 'POST', body })).text()
  }
  const words = async (store: Database, id: string): Promise<string[]> =>
    (await readRecordedWire(store, id)).exchanges.map(({ answer: { text } }) => text)
  await ask('unheard')
  await recordWire(db, 's', true)
  await ask('first')
  await expect.poll(() => words(db, 's')).toEqual(['data: first\n\n'])
  await ask(SECRET)
  await expect.poll(() => words(db, 's')).toHaveLength(2)
  await recordWire(db, 's', false)
  await ask('unheard')
  expect(await recordWire(db, 'nobody', true)).toBe(false)

  expect([...(await unpacked(await blackBox(db, 's'))).keys()].filter((name) => name.startsWith('wire'))).toEqual([])
  const entries = await unpacked(await blackBox(db, 's', true))
  expect(entries.get('wire/s.jsonl')?.trim().split('\n')).toHaveLength(2)
  expect([...entries.values()].join()).not.toContain(SECRET)
  const other = await writerDatabase()
  const { sessions } = await imported(other.db, await packed(entries))
  const arrived = sessions.find(({ origin }) => origin === undefined)?.sessionId ?? ''
  expect(await words(other.db, arrived)).toEqual(['data: first\n\n', 'data: [secret]\n\n'])
  expect((await readRecordedWire(other.db, arrived)).on).toBe(false)

  // the newest are kept, and all of them go with the session
  const [one] = (await readRecordedWire(other.db, arrived)).exchanges
  if (one === undefined) throw new Error('Nothing was recorded')
  const many = Array.from({ length: 120 }, (_, n) => ({ ...one, at: one.at + 1000 + n }))
  for (const each of [many.slice(0, 70), many.slice(70)]) await addRecordedWire(other.db, arrived, each)
  const kept = (await readRecordedWire(other.db, arrived)).exchanges.map(({ at }) => at - one.at)
  expect([kept.length, kept[0], kept.at(-1)]).toEqual([100, 1020, 1119])
  await purgeSession(other.db, { epoch: other.epoch, sessionId: arrived, now: 1 }, () => true)
  expect(await words(other.db, arrived)).toEqual([])

  // what is no exchange brings nothing in
  for (const bad of ['{"at":1}', 'x', `${JSON.stringify(one)}\n`.repeat(101)]) {
    const spoiled = new Map(entries).set('wire/s.jsonl', bad)
    spoiled.delete('sessions/v.jsonl')
    const { refused } = await imported(other.db, await packed(spoiled))
    expect(refused[0]?.reason).toMatch(/recorded requests can’t be read|not JSON/)
  }

  await recordWire(db, 's', true)
  await forgetRecordedWire(db, 's')
  expect(await readRecordedWire(db, 's')).toEqual({ on: true, exchanges: [] })
})

it('of a gigabyte nothing is read that is not needed: what is too large is refused by its size, in words', async () => {
  const { db } = await recordedRun()
  const other = await writerDatabase()
  const megabyte = new Blob([new Uint8Array(1024 * 1024)])
  const large = (megabytes: number): Blob => new Blob(Array.from({ length: megabytes }, () => megabyte))
  await expect(imported(other.db, large(1024))).rejects.toThrow('a zip archive')
  const entries = [...(await unpacked(await blackBox(db, 's')))].map(([name, text]): [string, Blob] => [
    name,
    new Blob([text]),
  ])
  // turns of this thread, a hundred in a second: a machine that is busy with others takes none of them
  let turns = 0
  const timer = setInterval(() => turns++, 10)
  onTestFinished(() => clearInterval(timer))
  const withVideo = await zipOf([...entries, ['video.mp4', large(1024)]])
  expect((await imported(other.db, withVideo)).sessions).toHaveLength(2)
  const stuffed = await zipOf(entries.map(([name, data]) => [name, name === 'sessions/s.jsonl' ? large(1000) : data]))
  const { sessions, refused } = await imported(other.db, stuffed)
  expect(refused.map(({ reason }) => reason)).toEqual([
    'A session in this archive is larger than 512 MB and can’t be imported.',
  ])
  expect(sessions).toHaveLength(1)
  expect(turns).toBeLessThan(2000)
})

/** A zip of stored entries, put together without looking into them. */
async function zipOf(entries: readonly (readonly [string, Blob])[]): Promise<Blob> {
  const parts: (Blob | Uint8Array<ArrayBuffer>)[] = []
  const directory: Uint8Array<ArrayBuffer>[] = []
  let at = 0
  for (const [name, data] of entries) {
    const path = new TextEncoder().encode(name)
    const local = new DataView(new ArrayBuffer(30))
    const central = new DataView(new ArrayBuffer(46))
    local.setUint32(0, 0x04034b50, true)
    central.setUint32(0, 0x02014b50, true)
    for (const [view, from] of [
      [local, 18],
      [central, 20],
    ] as const) {
      view.setUint32(from, data.size, true)
      view.setUint32(from + 4, data.size, true)
      view.setUint16(from + 8, path.length, true)
    }
    central.setUint32(42, at, true)
    parts.push(new Uint8Array(local.buffer), path, data)
    directory.push(new Uint8Array(central.buffer), path)
    at += 30 + path.length + data.size
  }
  const end = new DataView(new ArrayBuffer(22))
  end.setUint32(0, 0x06054b50, true)
  end.setUint16(8, entries.length, true)
  end.setUint16(10, entries.length, true)
  end.setUint32(
    12,
    directory.reduce((sum, { length }) => sum + length, 0),
    true,
  )
  end.setUint32(16, at, true)
  return new Blob([...parts, ...directory, new Uint8Array(end.buffer)])
}

it('a black box that is cut off, of a newer version, or with a forged journal leaves nothing behind', async () => {
  const { db } = await recordedRun()
  const file = await blackBox(db, 's')
  const other = await writerDatabase()
  await expect(imported(other.db, file.slice(0, file.size - 40))).rejects.toThrow('a zip archive')
  const changed = async (name: string, change: (text: string) => string): Promise<string> => {
    const entries = await unpacked(file)
    entries.set(name, change(entries.get(name) ?? ''))
    entries.delete('sessions/v.jsonl')
    const { refused, sessions } = await imported(other.db, await packed(entries)).catch((error: Error) => ({
      refused: [{ reason: error.message }],
      sessions: [],
    }))
    expect(sessions).toEqual([])
    return refused[0]?.reason ?? ''
  }
  const session = 'sessions/s.jsonl'
  expect(await changed(session, (text) => text.slice(0, -30))).toMatch(/not JSON|incomplete/)
  expect(await changed(session, (text) => text.replace(/\{"type":"end".*\n/, ''))).toMatch('incomplete')
  expect(await changed('reflexor.json', (text) => text.replace('"formatVersion":1', '"formatVersion":2'))).toMatch(
    'newer',
  )
  expect(await changed(session, (text) => text.replaceAll('"agentVersion":4', '"agentVersion":99'))).toMatch('newer')
  // words put into somebody's mouth in the journal alone, and in the rows alone
  const journal = (text: string) => text.replace(/("type":"journal".*?)And now\?/, '$1Pay me.')
  const rows = (text: string) => text.replace(/("type":"message".*?)And now\?/, '$1Pay me.')
  expect(await changed(session, journal)).toMatch('doesn’t match its records')
  expect(await changed(session, rows)).toMatch('doesn’t match its records')
  const gone = (text: string) => text.replace(/\{"type":"journal"[^\n]*brain-send-message-start[^\n]*\n/, '')
  expect(await changed(session, gone)).toMatch(/doesn’t apply|incomplete/)
  const cleaned = await shaOf(bytes('key = [secret]'))
  expect(await changed(`blobs/${cleaned}`, () => 'key = [other.]')).toMatch('doesn’t match its name')
  expect(await other.db.count('sessions')).toBe(0)
  expect(await other.db.count('journal')).toBe(0)
})

it('a file of ChatGPT with its conversations arrives as recordings; one that breaks off keeps what came before', async () => {
  const { db, epoch } = await writerDatabase()
  const text = JSON.stringify([CHATGPT, { title: 'Of no kind' }, { ...CHATGPT, title: 'Second' }])
  const options = {
    ...{ now: NOW, newId: () => crypto.randomUUID(), problemOfPath: () => null, configure: () => FRESH },
    ...{ ownPrompt: 'Be mine.', keep: new Set<string>() },
  }
  const take = async (file: Blob) => {
    const sources = await conversationsIn(file)
    if (sources === null) throw new Error('It is not known')
    return importElsewhere(db, sources, options)
  }
  const whole = await take(
    await packed(
      new Map([
        ['export/conversations.json', text],
        ['user.json', '{}'],
      ]),
    ),
  )
  expect(whole.sessions.map(({ title, recorded }) => [title, recorded])).toEqual([
    ['Kites (ChatGPT)', true],
    ['Second (ChatGPT)', true],
  ])
  expect(whole.refused).toHaveLength(1)
  const [first] = whole.sessions
  const state = await storedState(db, first?.sessionId ?? '')
  expect(state.messages).toHaveLength(4)
  // when it was said decides its place in the list, not when it arrived
  expect(state.head.activeAt).toBeLessThan(NOW)
  // what goes on from it has this person's own prompt and model
  const outcome = await branched(db, epoch, { from: state.head.sessionId, sessionId: 'on', count: 4, variant: false })
  expect(outcome.type).toBe('branched')
  expect((await storedState(db, 'on')).config).toMatchObject({ systemPrompt: 'Be mine.', model: FRESH.model })

  // another time: what is here already does not come again
  const later = text.replaceAll('1700000000,', '1700000001,')
  const broken = await take(new Blob([later.slice(0, -40)]))
  expect(broken.sessions).toHaveLength(1)
  expect(broken.refused.at(-1)?.reason).toMatch('incomplete')
  await expect(take(new Blob(['[1, 2]']))).rejects.toThrow('no conversation')
  // ours, and what is neither
  expect(await conversationsIn(await exported(db))).toBeNull()
  expect(await conversationsIn(new Blob(['<html>']))).toBeNull()
})
