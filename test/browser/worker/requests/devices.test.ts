import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { commands } from 'vitest/browser'
import type { DEVICE_REQUESTS } from '../../../../src/protocol/devices.ts'
import type { Request, Results } from '../../../../src/protocol/requests.ts'
import { setPace } from '../../../../src/settings/pace.ts'
import type { Database } from '../../../../src/storage/schema.ts'
import { keysAt } from '../../../../src/storage/settings/key-places.ts'
import {
  readStorageSecrets,
  readSyncedStorage,
  saveSyncedStorage,
} from '../../../../src/storage/settings/synced-storage.ts'
import { readVault } from '../../../../src/storage/settings/with-keys.ts'
import { DEVICE_HANDLERS } from '../../../../src/worker/requests/devices.ts'
import { makeNotes } from '../../../../src/worker/sync/devices/notes.ts'
import { openSharedStorage } from '../../../../src/worker/sync/storage/open-shared-storage.ts'
import { connect } from '../../storage/support.ts'

/**
 * The settings of devices against real servers on another origin, with real CORS. The page's own policy is not in force
 * here.
 */

const KEYS = { keyId: 'AKIDEXAMPLE', secretKey: 'wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY', region: 'test-1' }
const USER = { user: 'anna', password: 'correct: horse, bättery' }
const started: string[] = []
// of a storage that another test judges by all its races, the fewest are run: it is only connected here
beforeEach(() => setPace(1000))
afterEach(async () => {
  setPace(1)
  for (const url of started.splice(0)) await commands.stopStorage(url)
})

async function start(
  kind: 'couchdb' | 's3',
  options: Parameters<typeof commands.startStorage>[1] = {},
): Promise<string> {
  const url = await commands.startStorage(kind, { origins: [location.origin], ...options })
  started.push(url)
  return url
}
const s3Fields = (url: string) => ({ address: new URL(url).origin, bucket: 'bucket', ...KEYS })
const couchFields = (url: string) => ({
  address: new URL(url).origin,
  database: new URL(url).pathname.slice(1),
  ...USER,
})

const ask = <Kind extends keyof typeof DEVICE_REQUESTS>(
  db: Database,
  request: Request & { kind: Kind },
): Promise<Results[Kind]> => {
  const handler = DEVICE_HANDLERS[request.kind] as (asked: unknown, environment: unknown) => Promise<Results[Kind]>
  return handler(request, { db, settingsChanged: () => {} })
}
/** All that lies in this browser's database, as text: what is encrypted is not to be read in it. */
async function stored(db: Database): Promise<string> {
  const { current } = (await readVault(db)).places
  const sealed = current === null ? [] : await (await keysAt(current)).getAll('keys')
  const rows = [...(await db.getAll('settings')), ...(await db.getAll('vault')), ...sealed]
  return JSON.stringify(rows, (_, value: unknown) =>
    value instanceof ArrayBuffer ? String.fromCharCode(...new Uint8Array(value)) : value,
  )
}

/** What the other devices know of this one. */
async function noteOf(db: Database): Promise<{ id: string; put: () => Promise<boolean> }> {
  const storage = await openSharedStorage(db)
  if (storage === null) throw new Error('No storage is connected.')
  const { id, name } = storage.device
  const note = { format: 1 as const, device: id, name, beat: 1, at: 5, sessions: [] }
  return { id, put: () => makeNotes(storage).put(note, AbortSignal.timeout(10_000)) }
}

describe.each([
  ['couchdb', couchFields],
  ['s3', s3Fields],
] as const)('%s', (kind, fieldsAt) => {
  const connected = async (): Promise<Database> => {
    const db = await connect()
    const fields = fieldsAt(await start(kind))
    expect(await ask(db, { kind: 'connect-storage', engine: kind, fields })).toMatchObject({ ok: true })
    return db
  }
  /** Two devices of one vault, the second by a code. */
  const paired = async () => {
    const laptop = await connected()
    const phone = await connect()
    const code = await ask(laptop, { kind: 'make-code', passphrase: '' })
    expect(await ask(phone, { kind: 'connect-by-code', code, passphrase: '' })).toMatchObject({ ok: true })
    return { laptop, phone, code }
  }

  it('is connected and keeps its keys encrypted', async () => {
    setPace(1)
    const laptop = await connect()
    const fields = fieldsAt(await start(kind))
    expect(await ask(laptop, { kind: 'connect-storage', engine: kind, fields })).toEqual({
      ok: true,
      message: 'Two devices can’t overwrite each other here.',
      next: null,
      guide: false,
    })
    const { storage } = await ask(laptop, { kind: 'get-devices' })
    expect(storage).toMatchObject({ engine: kind, paused: false, hasSecrets: true })
    const secret = kind === 's3' ? KEYS.secretKey : USER.password
    expect(JSON.stringify(storage)).not.toContain(secret)
    expect(await stored(laptop)).not.toContain(secret)
  })

  it('gives a code with a passphrase, by which a second device comes to the same vault', async () => {
    const laptop = await connected()
    const { storage } = await ask(laptop, { kind: 'get-devices' })
    const code = await ask(laptop, { kind: 'make-code', passphrase: 'four words it is' })
    const phone = await connect()
    expect(await ask(phone, { kind: 'read-code', code, passphrase: '' })).toEqual({ type: 'passphrase' })
    expect(await ask(phone, { kind: 'read-code', code, passphrase: 'four words it is' })).toMatchObject({
      type: 'storage',
      url: storage?.url,
    })
    expect(await ask(phone, { kind: 'connect-by-code', code, passphrase: 'four words it is' })).toMatchObject({
      ok: true,
    })
    const there = await ask(phone, { kind: 'get-devices' })
    expect(there.storage?.vault).toBe(storage?.vault)
  })

  it('lists its devices, by their names and when each was seen last', async () => {
    const { laptop, phone } = await paired()
    const [own, theirs] = [await noteOf(laptop), await noteOf(phone)]
    expect([await own.put(), await theirs.put()]).toEqual([true, true])
    const named = await ask(phone, { kind: 'name-device', name: 'Phone' })
    expect(named.map(({ id, name, own }) => ({ id, name, own }))).toEqual([
      { id: theirs.id, name: 'Phone', own: true },
      { id: own.id, name: expect.any(String), own: false },
    ])
    expect(named[1]?.seen).toBe(5)
    // the laptop's clock was found to be days behind: every later list allows for that
    const threeDays = 3 * 24 * 3_600_000
    ;(await openSharedStorage(phone))?.clocks?.heard(own.id, Date.now() - threeDays)
    const seen = async () => (await ask(phone, { kind: 'list-devices' })).find(({ id }) => id === own.id)?.seen ?? 0
    await expect.poll(async () => Math.abs((await seen()) - threeDays)).toBeLessThan(60_000)
    const { objects, bytes } = await ask(laptop, { kind: 'measure-storage' })
    expect(objects).toBe(3) // the header and two notes
    expect(bytes).toBeGreaterThan(3000)
  })

  it('does not list or let write a removed device, until it is connected once more, which keeps its name', async () => {
    const { laptop, phone, code } = await paired()
    const [own, theirs] = [await noteOf(laptop), await noteOf(phone)]
    expect([await own.put(), await theirs.put()]).toEqual([true, true])
    await ask(phone, { kind: 'name-device', name: 'Phone' })
    expect(await ask(laptop, { kind: 'remove-device', device: theirs.id })).toHaveLength(1)
    expect(await (await noteOf(phone)).put()).toBe(false)
    await ask(phone, { kind: 'forget-storage' })
    await ask(phone, { kind: 'connect-by-code', code, passphrase: '' })
    const again = await noteOf(phone)
    expect(again.id).not.toBe(theirs.id)
    expect(await again.put()).toBe(true)
    expect((await ask(laptop, { kind: 'list-devices' })).map(({ name }) => name)).toContain('Phone')
  })

  it('is paused, forgotten, and emptied; after that its code connects to nothing', async () => {
    const { laptop, phone, code } = await paired()
    expect((await ask(phone, { kind: 'pause-storage', paused: true })).storage?.paused).toBe(true)
    expect((await ask(phone, { kind: 'forget-storage' })).storage).toBe(null)
    expect((await readVault(phone)).secrets).toEqual([])
    expect((await ask(laptop, { kind: 'empty-storage' })).storage).toBe(null)
    expect(await ask(laptop, { kind: 'connect-by-code', code, passphrase: '' })).toMatchObject({
      ok: false,
      message: expect.stringContaining('has no data from the devices'),
    })
    await expect(ask(phone, { kind: 'make-code', passphrase: '' })).rejects.toThrow('no-storage')
  })

  it('of two tabs that connect at once one does, and the vault that it made is the one that is kept', async () => {
    const db = await connect()
    const fields = fieldsAt(await start(kind))
    const request = { kind: 'connect-storage' as const, engine: kind, fields }
    const outcomes = await Promise.allSettled([ask(db, request), ask(db, request)])
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    const refused = outcomes.find((outcome) => outcome.status === 'rejected')
    expect(String(refused?.reason)).toContain('storage-connected')
    expect((await ask(db, { kind: 'measure-storage' })).objects).toBe(1) // one header
  })

  it('a rule for web pages that is missing is told from a wrong key and from nothing there', async () => {
    const db = await connect()
    const shut = await start(kind, { origins: ['https://elsewhere.example'] })
    expect(await ask(db, { kind: 'test-storage', engine: kind, fields: fieldsAt(shut) })).toMatchObject({
      ok: false,
      guide: true,
      message: expect.stringContaining('doesn’t allow this page (CORS)'),
    })
    const fields = fieldsAt(await start(kind))
    const wrong = { ...fields, [kind === 's3' ? 'secretKey' : 'password']: 'wrong' }
    expect(await ask(db, { kind: 'connect-storage', engine: kind, fields: wrong })).toMatchObject({
      ok: false,
      message: expect.stringContaining('rejected the credentials'),
    })
    const elsewhere = { ...fields, [kind === 's3' ? 'bucket' : 'database']: 'nothing' }
    expect(await ask(db, { kind: 'test-storage', engine: kind, fields: elsewhere })).toMatchObject({
      ok: false,
      message: expect.stringContaining('doesn’t exist in the storage'),
    })
    const nobody = { ...fields, address: 'http://127.0.0.1:9' }
    expect(await ask(db, { kind: 'test-storage', engine: kind, fields: nobody })).toMatchObject({
      ok: false,
      message: expect.stringContaining('No response'),
    })
    expect((await ask(db, { kind: 'get-devices' })).storage).toBe(null)
  })
})

it('a storage that lets two writers win is refused, and nothing of it is kept', async () => {
  const db = await connect()
  const fields = s3Fields(await start('s3', { ignoresConditions: true }))
  expect(await ask(db, { kind: 'connect-storage', engine: 's3', fields })).toMatchObject({
    ok: false,
    message: expect.stringContaining('overwrites existing data even when told not to'),
  })
  expect((await ask(db, { kind: 'get-devices' })).storage).toBe(null)
})

it('a storage that was proved a week ago races itself again; one that lets two writers win by then is paused, with why', async () => {
  const db = await connect()
  await ask(db, { kind: 'connect-storage', engine: 's3', fields: s3Fields(await start('s3')) })
  const before = await readSyncedStorage(db)
  const open = () => openSharedStorage(db)
  expect(await (await open())?.proveAgain?.()).toBe(false)
  expect((await readSyncedStorage(db))?.tested).toEqual(before?.tested) // it was only just
  if (before === null) throw new Error('No storage is connected.')
  const secrets = await readStorageSecrets(db, before)
  const old = { ...before, tested: { ...before.tested, at: Date.now() - 8 * 24 * 3_600_000 } }
  await saveSyncedStorage(db, old)
  expect(await (await open())?.proveAgain?.()).toBe(false)
  expect((await readSyncedStorage(db))?.tested).toMatchObject({ ok: true, at: expect.closeTo(Date.now(), -5) })

  const worse = new URL(await start('s3', { ignoresConditions: true }))
  const fields = { ...before.fields, address: worse.origin }
  await saveSyncedStorage(
    db,
    { ...old, fields, url: before.url.replace(/^http:\/\/[^/]+/, worse.origin) },
    secrets ?? undefined,
  )
  expect(await (await open())?.proveAgain?.()).toBe(true)
  expect(await readSyncedStorage(db)).toMatchObject({
    paused: true,
    tested: { ok: false, message: expect.stringContaining('overwrites existing data') },
  })
})

it('a clock hours off is allowed for, and said', async () => {
  const fields = s3Fields(await start('s3', { clock: 5 * 3_600_000 }))
  expect(await ask(await connect(), { kind: 'test-storage', engine: 's3', fields })).toMatchObject({
    ok: true,
    message: expect.stringContaining('5 hours behind'),
  })
})

it('a code of a vault that the storage does not hold connects to nothing', async () => {
  const laptop = await connect()
  await ask(laptop, { kind: 'connect-storage', engine: 's3', fields: s3Fields(await start('s3')) })
  const code = await ask(laptop, { kind: 'make-code', passphrase: '' })
  const url = started.pop() ?? ''
  await commands.stopStorage(url)
  const phone = await connect()
  const gone = await ask(phone, { kind: 'connect-by-code', code, passphrase: '' })
  expect(gone).toMatchObject({ ok: false, message: expect.stringContaining('No response') })
  await expect(ask(phone, { kind: 'connect-by-code', code: code.slice(0, -3), passphrase: '' })).rejects.toThrow(
    'code-cut',
  )
})

it('what is wrong in a field is said beside that field, before anything is sent', async () => {
  const db = await connect()
  const fields = { address: 'http://example.org', bucket: 'bucket', ...KEYS }
  expect(await ask(db, { kind: 'test-storage', engine: 's3', fields })).toMatchObject({
    ok: false,
    wrong: { field: 'address', why: 'url-plain' },
  })
  const named = { address: 'https://example.org', bucket: 'a/b', ...KEYS }
  expect(await ask(db, { kind: 'test-storage', engine: 's3', fields: named })).toMatchObject({
    ok: false,
    wrong: { field: 'bucket', why: 'form' },
  })
  const bare = { address: 'https://example.org', bucket: 'bucket', keyId: 'id' }
  expect(await ask(db, { kind: 'test-storage', engine: 's3', fields: bare })).toMatchObject({
    ok: false,
    wrong: { field: 'secretKey', why: 'missing' },
  })
})
