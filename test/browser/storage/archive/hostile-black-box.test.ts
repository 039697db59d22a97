import { expect, it } from 'vitest'
import { effectsAt } from '../../../../src/agent/effects-at.ts'
import type { Unstamped } from '../../../../src/agent/input.ts'
import { exportBlackBox } from '../../../../src/storage/archive/black-box.ts'
import type { Database } from '../../../../src/storage/schema.ts'
import { wholeSession } from '../../../../src/storage/session-range.ts'
import { said } from '../../../support/said.ts'
import { FRESH, imported, NOW, packed, startSession, unpacked } from '../archive-support.ts'
import { CONFIG } from '../rows.ts'
import { storedState } from '../stored-state.ts'
import { writerDatabase } from '../support.ts'

/**
 * Black boxes that somebody has made to do harm. Each is refused in words, or arrives stopped, as a recording with this
 * person's permissions, and touches nothing that is here.
 */

const VICTIM = 'victim'
const send = (text: string): Unstamped =>
  said({ type: 'user-send-message', messageId: 'm1', content: [{ type: 'text', text }], delivery: 'now' })
const SPENT = { usage: { input: 1, output: 1, cacheRead: 0, cacheWrite: 0, reasoning: 0 }, cost: 0 }
const work = { cut: 2, attempt: 0 }
const START: Unstamped = { type: 'brain-send-message-start', ...work, model: { providerId: 'p', model: 'm' } }
const answer = (text: string, cost = 0): Unstamped[] => [
  START,
  {
    ...{ type: 'brain-send-message-complete', ...work, content: [{ type: 'text', text }], stopReason: 'stop' },
    ...{ ...SPENT, cost },
  },
]

type Entries = Map<string, string>
type Attack = {
  /** Of a session that another product wrote, whole and consistent. */
  config?: typeof CONFIG
  inputs?: Unstamped[]
  /** Of the file. */
  spoil?: (entries: Entries) => void
}
const NAME = 'sessions/s.jsonl'
const edit =
  (change: (text: string) => string) =>
  (entries: Entries): void =>
    void entries.set(NAME, change(entries.get(NAME) ?? ''))
const renamed =
  (to: string) =>
  (entries: Entries): void => {
    entries.set(to, entries.get(NAME) ?? '')
    entries.delete(NAME)
  }

const HELPS = {
  parent: { session: VICTIM, call: '2.0.0', depth: 1 },
  ...{ title: 'Helper', task: 'Work', files: [], isPrivate: false },
}
const FILE: Unstamped = {
  type: 'user-change-files',
  files: [{ path: 'kept.txt', from: null, to: 'a'.repeat(64), size: 1, mediaType: 'text/plain' }],
  known: [],
}
const ATTACKS: [string, Attack][] = [
  [
    'a helper of a session that is here',
    {
      spoil: edit((text) =>
        text.replaceAll('"type":"session-create"', `"type":"session-create","helps":${JSON.stringify(HELPS)}`),
      ),
    },
  ],
  [
    'a session that may do everything without a question',
    {
      config: {
        ...CONFIG,
        tools: { read: { repeat: 'once', approval: 'allow', sequential: false } },
        grants: ['write_file', 'fetch_page https://evil.example'],
      },
    },
  ],
  ['the id of a session that is here', { spoil: edit((text) => text.replaceAll('"s"', JSON.stringify(VICTIM))) }],
  ['an id that is a property of every object', { spoil: edit((text) => text.replaceAll('"s"', '"__proto__"')) }],
  ['an entry whose name leads out of the archive', { spoil: renamed('sessions/../../victim.jsonl') }],
  ['an entry with the name of another folder', { spoil: renamed('blobs/../sessions/s.jsonl') }],
  [
    'arguments of a call that are nested 3,000 deep',
    {
      inputs: [
        START,
        {
          ...{ type: 'brain-call-tools', ...work },
          toolCalls: [{ providerId: 'x', name: 'read', args: `${'['.repeat(3000)}${']'.repeat(3000)}` }],
        },
      ],
    },
  ],
  [
    'a record that is nested 100,000 deep',
    { spoil: edit((text) => text.replace('"hi"', `${'['.repeat(100_000)}${']'.repeat(100_000)}`)) },
  ],
  [
    'a path of a file that leads out of the workspace',
    { inputs: [FILE], spoil: edit((text) => text.replaceAll('"kept.txt"', '"../../etc/passwd"')) },
  ],
  [
    'a path of a file with a null character',
    { inputs: [FILE], spoil: edit((text) => text.replaceAll('kept.txt', 'a\\u0000b')) },
  ],
  [
    'a path of 9,000 characters',
    { inputs: [FILE], spoil: edit((text) => text.replaceAll('kept.txt', 'x'.repeat(9000))) },
  ],
  ['a price that uses up every limit', { inputs: answer('Dear', 1e308) }],
  ['a price below zero', { inputs: answer('Cheap', -1e9) }],
  [
    'a time at the end of all days',
    { spoil: edit((text) => text.replaceAll(/"timestamp":\d+/g, '"timestamp":8.7e15')) },
  ],
  ['numbers that are none', { spoil: edit((text) => text.replaceAll(/"seq":2\b/g, '"seq":1e999')) }],
  ['rows that are numbered backwards', { spoil: edit((text) => text.replaceAll(/"seq":2\b/g, '"seq":-2')) }],
  ['a line that is no object', { spoil: edit((text) => `null\n[]\n"x"\n${text}`) }],
  ['a project of this person', { inputs: [{ type: 'user-move-session', project: VICTIM }] }],
  [
    'a title that turns the line around',
    { inputs: [{ type: 'user-name-session', title: `\u202e${'x'.repeat(150)}` }] },
  ],
  [
    'the preferences of its sender as those of its reader',
    { spoil: (entries) => entries.set('preferences.json', '{"approvals":{"write_file":"allow"}}') },
  ],
]

async function boxOf({ config = CONFIG, inputs = answer('hi'), spoil }: Attack): Promise<Blob> {
  const { db, epoch } = await writerDatabase()
  const { commit } = await startSession(db, epoch, 's', config)
  await commit(send('hi'))
  for (const input of inputs) await commit(input)
  const parts: Uint8Array<ArrayBuffer>[] = []
  const wish = { sessionId: 's', clean: (text: string) => text, wire: false, now: NOW }
  await exportBlackBox(db, wish, (piece) => void parts.push(piece))
  if (spoil === undefined) return new Blob(parts)
  const entries = await unpacked(new Blob(parts))
  const before = JSON.stringify([...entries])
  spoil(entries)
  if (JSON.stringify([...entries]) === before) throw new Error('Nothing was spoilt.')
  return packed(entries)
}

/** Everything of the database, but for sessions that an import has made. */
async function others(db: Database): Promise<string> {
  const isOther = (row: object): boolean => !('sessionId' in row) || !`${row.sessionId}`.startsWith('imported-')
  const stores = [...db.objectStoreNames].filter((name) => !/blob|usage|words|index/.test(name))
  return JSON.stringify(await Promise.all(stores.map(async (name) => [name, (await db.getAll(name)).filter(isOther)])))
}

it.each(ATTACKS)('a black box with %s does no harm', async (_what, attack) => {
  const file = await boxOf(attack)
  const { db, epoch } = await writerDatabase()
  const { commit } = await startSession(db, epoch, VICTIM)
  await commit(send('Mine'))
  const before = await others(db)
  // as the worker does, which brings no grant along
  const configure = () => ({ ...FRESH, grants: [] })
  const { sessions, refused } = await imported(db, file, { configure }).catch((error: Error) => ({
    sessions: [],
    refused: [{ reason: error.message }],
  }))
  expect(await others(db)).toBe(before)
  for (const { reason } of refused) expect(reason).toMatch(/^[A-Z“].{10,300}$/s)
  expect(sessions.length + refused.length).toBeGreaterThan(0)
  for (const { sessionId } of sessions) {
    expect(sessionId).toMatch(/^imported-/)
    const { head, config, files } = await storedState(db, sessionId)
    expect(head).toMatchObject({ recorded: true, private: true })
    expect(head.parent).toBeUndefined()
    expect(head.project ?? null).toBeNull()
    expect(config.tools).toEqual(FRESH.tools)
    expect(config.grants ?? []).toEqual([])
    expect(effectsAt(await storedState(db, sessionId))).toEqual({})
    expect(head.run.cost).toBeGreaterThanOrEqual(0)
    for (const { path } of files) expect(path).not.toMatch(/^\/|\.\.|\0/)
    expect(await db.count('journal', wholeSession(sessionId))).toBeGreaterThan(0)
  }
})
