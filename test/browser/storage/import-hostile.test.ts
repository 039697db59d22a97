import { expect, it, onTestFinished } from 'vitest'
import { AGENT_VERSION } from '../../../src/agent/version.ts'
import { readZip } from '../../../src/storage/archive/zip-reader.ts'
import { putBlob } from '../../../src/storage/blobs.ts'
import { armFailpoint, disarmFailpoints } from '../../../src/storage/failpoint.ts'
import type { Database } from '../../../src/storage/schema.ts'
import { exported, imported, packed, startSession, unpacked } from './archive-support.ts'
import { writerDatabase } from './support.ts'

const SESSION_FILE = 'sessions/s.jsonl'

/** An archive of one session with a file in its workspace, as entries that a test may change. */
async function archive(): Promise<{ db: Database; entries: Map<string, string>; sha: string }> {
  const { db, epoch } = await writerDatabase()
  const sha = await putBlob(db, new TextEncoder().encode('hello'), 0)
  const { commit } = await startSession(db, epoch, 's')
  await commit({ type: 'user-name-session', title: 'Mine' })
  const change = { path: 'notes/a.txt', from: null, to: sha, size: 5, mediaType: 'text/plain' }
  await commit({ type: 'user-change-files', files: [change], known: [] })
  return { db, entries: await unpacked(await exported(db)), sha }
}

/** What every store holds: an import that is refused changes none of it. */
const everything = async (db: Database): Promise<string> => {
  const names = [...db.objectStoreNames].filter((name) => name !== 'blobs' && name !== 'pending-blobs')
  return JSON.stringify(await Promise.all(names.map(async (name) => [name, await db.getAll(name)])))
}

const edit = (
  entries: Map<string, string>,
  change: (text: string) => string,
  name = SESSION_FILE,
): Map<string, string> => new Map(entries).set(name, change(entries.get(name) ?? ''))
const dropLine = (text: string, type: string): string =>
  text
    .split('\n')
    .filter((line) => !line.startsWith(`{"type":"${type}"`))
    .join('\n')

const cases: [string, (entries: Map<string, string>, sha: string) => Map<string, string>, RegExp][] = [
  [
    'a line that is no JSON',
    (entries) => edit(entries, (text) => text.replace('{"type":"head"', '{"type":"head')),
    /not JSON/,
  ],
  [
    'a row of a wrong type',
    (entries) => edit(entries, (text) => text.replace('"title":"Mine"', '"title":7')),
    /damaged or wasn’t written by Reflexor/,
  ],
  [
    'a key that changes a prototype',
    (entries) => edit(entries, (text) => text.replace('"row":{', '"row":{"__proto__":{"x":1},')),
    /forbidden name/,
  ],
  [
    'the same, written with an escape',
    (entries) => edit(entries, (text) => text.replace('"row":{', '"row":{"__\\u0070roto__":{"x":1},')),
    /forbidden name/,
  ],
  [
    'a file name that leaves the workspace',
    (entries) => edit(entries, (text) => text.replaceAll('notes/a.txt', '../a.txt')),
    /cannot be used/,
  ],
  [
    'an absolute file name',
    (entries) => edit(entries, (text) => text.replaceAll('notes/a.txt', '/etc/passwd')),
    /cannot be used/,
  ],
  [
    'a journal that does not fold',
    (entries) =>
      edit(entries, (text) =>
        text
          .replaceAll('user-name-session', 'user-cancel-queued')
          .replaceAll('"title":"Mine"', '"messageId":"m","title":"Mine"'),
      ),
    /can’t be replayed/,
  ],
  [
    'a journal out of order',
    (entries) => edit(entries, (text) => text.replace('"seq":2,"timestamp":20', '"seq":1,"timestamp":20')),
    /out of order/,
  ],
  [
    'a journal of a time that no calendar has, at which the list of sessions broke on every load',
    (entries) => edit(entries, (text) => text.replace(/"(timestamp|createdAt|activeAt)":\d+/g, '"$1":-9e15')),
    /impossible date/,
  ],
  [
    'a journal of a time that is too late for any calendar',
    (entries) => edit(entries, (text) => text.replace(/"(timestamp|createdAt|activeAt)":\d+/g, '"$1":9e15')),
    /impossible date/,
  ],
  [
    'rows of an older version with such a time',
    (entries) =>
      edit(entries, (text) =>
        text
          .replaceAll(`"agentVersion":${AGENT_VERSION}`, `"agentVersion":${AGENT_VERSION - 1}`)
          .replace(/("type":"head".*"timestamp":)\d+/, '$1-9e15'),
      ),
    /impossible date/,
  ],
  ['a journal without its beginning', (entries) => edit(entries, (text) => dropLine(text, 'journal')), /incomplete/],
  [
    'rows that are not what the journal gives',
    (entries) => edit(entries, (text) => text.replace(/("type":"head".*"count":)0/, '$11')),
    /doesn’t match its records/,
  ],
  [
    'lines in another order',
    (entries) => edit(entries, (text) => text.split('\n').reverse().join('\n')),
    /out of order/,
  ],
  [
    'a file that is cut off',
    (entries) => edit(entries, (text) => text.slice(0, text.lastIndexOf('{"type":"end"'))),
    /incomplete/,
  ],
  [
    'a newer agent version',
    (entries) => edit(entries, (text) => text.replaceAll(`"agentVersion":${AGENT_VERSION}`, '"agentVersion":99')),
    /newer version/,
  ],
  [
    'a session that was damaged',
    (entries) =>
      edit(entries, (text) =>
        text.replace('{"type":"head"', '{"type":"damaged","store":"sessions","key":"s","note":"n"'),
      ),
    /damaged when it was exported/,
  ],
  ['a file that is not text', (entries) => edit(entries, () => '\ufffd').set('x', ''), /not JSON/],
  [
    'bytes that are not what their name says',
    (entries, sha) => edit(entries, () => 'HELLO', `blobs/${sha}`),
    /doesn’t match its name/,
  ],
  [
    'bytes that are missing',
    (entries, sha) => {
      const fewer = new Map(entries)
      fewer.delete(`blobs/${sha}`)
      return fewer
    },
    /lacks data/,
  ],
]
it.each(cases)('refuses %s, says why, and leaves nothing behind', async (_name, change, words) => {
  const { db, entries, sha } = await archive()
  const before = await everything(db)
  const { sessions, refused } = await imported(db, await packed(change(entries, sha)))
  expect(sessions).toEqual([])
  expect(refused.map(({ reason }) => reason).join()).toMatch(words)
  expect(await everything(db)).toBe(before)
})

it('a refusal showed the words of a parser: it is a plain sentence', async () => {
  const { db, entries } = await archive()
  const foreign = edit(entries, (text) => text.replace('"type":"head"', '"type":7'))
  expect((await imported(db, await packed(foreign))).refused).toEqual([
    { name: SESSION_FILE, reason: 'A line of this session is damaged or wasn’t written by Reflexor.' },
  ])
})

const archives: [string, (entries: Map<string, string>) => Promise<Blob>, RegExp][] = [
  ['no zip at all', async () => new Blob(['hello, this is a text']), /isn’t a zip/],
  ['an empty file', async () => new Blob([]), /isn’t a zip/],
  ['a zip of something else', async () => packed(new Map([['a.txt', 'a']])), /a Reflexor export/],
  [
    'an export of a later format',
    (entries) =>
      packed(edit(entries, (text) => text.replace('"formatVersion":1', '"formatVersion":9'), 'reflexor.json')),
    /newer version/,
  ],
  [
    'a raw copy of newer data',
    (entries) => packed(edit(entries, (text) => text.replace('"sessions"', '"raw"'), 'reflexor.json')),
    /raw copy/,
  ],
  ['an archive that is cut off', async (entries) => (await packed(entries)).slice(0, -30), /isn’t a zip|incomplete/],
  [
    'a bomb: a file that unpacks to far more than it may',
    (entries) =>
      packed(
        new Map<string, string | Uint8Array>(entries).set('sessions/bomb.jsonl', new Uint8Array(64 * 1024 * 1024)),
      ),
    /far more/,
  ],
]
it.each(archives)('refuses %s, says why, and leaves nothing behind', async (_name, make, words) => {
  const { db, entries } = await archive()
  const before = await everything(db)
  await expect(imported(db, await make(entries))).rejects.toThrow(words)
  expect(await everything(db)).toBe(before)
})

it('reads no more of a file than its directory says, whatever is packed in it', async () => {
  const file = await packed(new Map([['a', new Uint8Array(3_000_000).fill(65)]]))
  const bytes = new Uint8Array(await file.arrayBuffer())
  const view = new DataView(bytes.buffer)
  const directory = view.getUint32(bytes.length - 22 + 16, true)
  view.setUint32(directory + 24, 100_000, true)
  const entry = (await readZip(new Blob([bytes]), { entries: 9, total: 1e9, ratio: 1e9, dense: 1e9 })).get('a')
  let read = 0
  const drained = (async () => {
    for await (const piece of entry?.open() ?? []) read += piece.length
  })()
  await expect(drained).rejects.toThrow('wrong size')
  expect(read).toBeLessThanOrEqual(100_000)
})

it('bounds the number of files and all that they unpack to, and refuses files that share their bytes', async () => {
  const file = await packed(
    new Map([
      ['a', 'x'.repeat(1000)],
      ['b', 'y'.repeat(1000)],
    ]),
  )
  await expect(readZip(file, { entries: 1, total: 1e9, ratio: 1e9, dense: 1e9 })).rejects.toThrow('more than 1 files')
  await expect(readZip(file, { entries: 9, total: 1500, ratio: 1e9, dense: 1e9 })).rejects.toThrow('unpacks to more')
  const bytes = new Uint8Array(await file.arrayBuffer())
  const view = new DataView(bytes.buffer)
  const directory = view.getUint32(bytes.length - 22 + 16, true)
  view.setUint32(directory + 20, bytes.length, true)
  await expect(readZip(new Blob([bytes]), { entries: 9, total: 1e9, ratio: 1e9, dense: 1e9 })).rejects.toThrow(
    'overlap',
  )
})

it('one bad session of an archive is left out, the others arrive', async () => {
  const { db, entries } = await archive()
  const two = new Map(entries).set('sessions/bad.jsonl', 'nonsense\n')
  const { sessions, refused } = await imported(db, await packed(two))
  expect(sessions.map(({ title }) => title)).toEqual(['Mine (imported)'])
  expect(refused).toEqual([{ name: 'sessions/bad.jsonl', reason: expect.stringContaining('not JSON') }])
})

it('a disk that fills up in the middle leaves nothing behind', async () => {
  const { db, entries } = await archive()
  const before = await everything(db)
  onTestFinished(disarmFailpoints)
  armFailpoint({ point: 'before-import-page', at: 4, action: { type: 'throw', name: 'QuotaExceededError' } })
  await expect(imported(db, await packed(entries))).rejects.toMatchObject({ name: 'QuotaExceededError' })
  expect(await everything(db)).toBe(before)
})

it('passes over kinds of lines that a later version writes', async () => {
  const { db, entries } = await archive()
  const later = edit(entries, (text) => text.replace('{"type":"head"', '{"type":"later","x":1}\n{"type":"head"'))
  expect((await imported(db, await packed(later))).sessions).toHaveLength(1)
})
