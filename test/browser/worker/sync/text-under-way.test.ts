import { expect, it, vi } from 'vitest'
import type { StreamBlock } from '../../../../src/agent/stream-block.ts'
import type { Published } from '../../../../src/protocol/published.ts'
import { wholeSession } from '../../../../src/storage/session-range.ts'
import { decodePicture, encodePicture, type PicturedAnswer } from '../../../../src/sync/picture.ts'
import { makeNotes } from '../../../../src/worker/sync/devices/notes.ts'
import type { FakeObjectStore } from '../../../support/fake-object-store.ts'
import { makeDevices, newId, type TestDevice } from './devices.ts'

const PATIENT = { timeout: 60_000, interval: 20 }

/** A run on the first device, whose answer comes word by word, at so many times the speed of a reader. */
async function beginSlowly(storage: FakeObjectStore, laptop: TestDevice, speed: number): Promise<string> {
  // a session is shared from its first step on that is made while the storage is open
  await vi.waitFor(() => expect(storage.counts.create).toBeGreaterThan(1), PATIENT)
  const sessionId = newId()
  const model = `demo:?speed=${speed}`
  const { run } = laptop.writer()
  await run(newId(), { kind: 'create-session', sessionId, providerId: 'demo', model, thinking: 'off' })
  const content = [{ type: 'text' as const, text: 'Hello' }]
  const input = { type: 'user-send-message' as const, messageId: newId(), content, delivery: 'steer' as const }
  await run(newId(), { kind: 'input', sessionId, input })
  return sessionId
}
const heardOf = ({ published }: TestDevice, sessionId: string) =>
  published.filter(
    (message): message is Extract<Published, { type: 'stream' }> =>
      message.type === 'stream' && message.sessionId === sessionId,
  )
const wordsIn = (blocks: readonly StreamBlock[]): string => blocks.map(({ text }) => text).join('|')
const logOf = (device: TestDevice, sessionId: string): Promise<string> =>
  vi.waitFor(async () => {
    const row = await device.db.get('sync', sessionId)
    expect(row?.next).toBeGreaterThan(0)
    return row?.log ?? ''
  }, PATIENT)
const shownBy = async (device: TestDevice, sessionId: string) => (await device.writer().streams(sessionId))?.[0]
/** The session that follows this log, when words of an answer under way were heard there. */
const hears = (device: TestDevice, log: string, words = 3): Promise<string> =>
  vi.waitFor(async () => {
    const sessionId = await device.sessionOf(log)
    const shown = await shownBy(device, sessionId)
    expect(wordsIn(shown?.blocks ?? []).split(' ').length).toBeGreaterThan(words)
    return sessionId
  }, PATIENT)

it('an answer under way is seen on a device that follows, to the word, and leaves nothing behind when it has ended', async () => {
  const { storage, devices } = await makeDevices(['Laptop', 'Phone'])
  const [laptop, phone] = devices as [TestDevice, TestDevice]
  const here = await beginSlowly(storage, laptop, 0.1)
  const log = await logOf(laptop, here)
  const there = await hears(phone, log)
  await vi.waitFor(async () => {
    const [seen, own] = [await shownBy(phone, there), await shownBy(laptop, here)]
    expect(seen).toMatchObject({ live: true, way: 'asked', cut: own?.cut, attempt: own?.attempt })
    expect(seen?.blocks[0]?.text).not.toBe('')
    expect(wordsIn(own?.blocks ?? [])).toContain(seen?.blocks[0]?.text)
  }, PATIENT)
  // the page gets what came since, and its disk what a page that opens later is shown
  const parts = heardOf(phone, there).flatMap((message) => message.parts)
  expect(parts.map(({ offset }) => offset)).toContain(0)
  expect(await phone.db.count('streams', wholeSession(there))).toBeGreaterThan(0)

  await laptop.tell(here, { type: 'user-abort' })
  await vi.waitFor(async () => {
    expect((await phone.db.get('sessions', there))?.live).toEqual([])
    expect(await phone.journal(there)).toEqual(await laptop.journal(here))
  }, PATIENT)
  expect(await phone.db.count('streams', wholeSession(there))).toBe(0)
  await vi.waitFor(
    () => expect([...storage.objects.keys()].filter((key) => key.includes('/text/'))).toEqual([]),
    PATIENT,
  )
  expect([...laptop.errors, ...phone.errors]).toEqual([])
})

it('of text under way only what goes on from what is known is news, whatever the storage puts there; it is interrupted when it goes on here', async () => {
  const { storage, devices, vault } = await makeDevices(['Laptop', 'Phone'], 500, { tick: 50 })
  const [laptop, phone] = devices as [TestDevice, TestDevice]
  const here = await beginSlowly(storage, laptop, 0.05)
  const log = await logOf(laptop, here)
  const there = await hears(phone, log)
  laptop.kill()
  // from here on the storage says what the laptop says
  const place = { kind: 'text', log, device: 'Laptop' } as const
  const key = await vault.keyOf(place)
  const ghost = makeNotes({ store: storage.connect(), vault, device: { id: 'Laptop', name: 'Laptop' } })
  const reads = vi.spyOn(storage.objects, 'get')
  let beat = 1000
  const looked = async (): Promise<void> => {
    const next = (await phone.db.get('sync', there))?.next ?? 0
    const sessions = [{ log, next, owner: true, busy: true }]
    const note = { format: 1 as const, device: 'Laptop', name: 'Laptop', beat: beat++, at: Date.now(), sessions }
    await ghost.put(note, AbortSignal.timeout(5000))
    const before = reads.mock.calls.filter(([asked]) => asked === key).length
    // one begins when the one before it is done: the first may have begun earlier, and the last is not done yet
    await vi.waitFor(() => {
      expect(reads.mock.calls.filter(([asked]) => asked === key).length).toBeGreaterThan(before + 2)
    }, PATIENT)
  }
  const put = async (bytes: Uint8Array<ArrayBuffer>, at: Parameters<typeof vault.seal>[0] = place): Promise<void> => {
    storage.objects.set(key, await vault.seal(at, bytes))
    await looked()
  }
  const last = await vault.open(place, storage.objects.get(key) ?? new Uint8Array())
  const [said] = decodePicture(last) ?? []
  if (said === undefined) throw new Error('Nothing was said.')
  await looked()
  const words = wordsIn(said.blocks)
  const changed = (edit: (text: string) => string, change: Partial<PicturedAnswer> = {}): Uint8Array<ArrayBuffer> => {
    const blocks = said.blocks.map((block, n) =>
      n === said.blocks.length - 1 ? { ...block, text: edit(block.text) } : block,
    )
    return encodePicture([{ ...said, blocks, ...change }])
  }
  const longer = (text: string): string => `${text} and more`
  expect(wordsIn((await shownBy(phone, there))?.blocks ?? [])).toBe(words)

  const known = heardOf(phone, there).length
  const other = 'b'.repeat(32)
  await put(changed((text) => text.slice(0, -3)))
  await put(changed((text) => `No, ${text} and more`))
  await put(changed(longer, { attempt: said.attempt + 1 }))
  await put(changed(longer, { cut: said.cut + 1 }))
  await put(changed(longer, { start: said.start - 1 }))
  await put(changed(longer), { kind: 'text', log: other, device: 'Laptop' })
  await put(changed(longer), { kind: 'text', log, device: 'Somebody' })
  await put(changed((text) => text + 'x'.repeat(200_000)))
  await put(new Uint8Array(3_000_000))
  storage.objects.set(key, new Uint8Array([1, 2, 3]))
  await looked()
  expect(heardOf(phone, there)).toHaveLength(known)
  expect(wordsIn((await shownBy(phone, there))?.blocks ?? [])).toBe(words)

  // what goes on from it is
  await put(changed(longer))
  const [more] = heardOf(phone, there).slice(known)
  expect(more?.parts).toMatchObject([{ text: ' and more', offset: said.blocks.at(-1)?.text.length }])
  // that device asks anew: what was said stays until that has passed it
  await put(changed(() => 'Anew', { start: said.start + 1, way: 'asked-again' }))
  expect(heardOf(phone, there).at(-1)?.start).toBeGreaterThan(more?.start ?? Number.NaN)
  const anew = await shownBy(phone, there)
  expect(anew?.way).toBe('asked-again')
  expect(wordsIn(anew?.earlier ?? [])).toBe(longer(words))

  // a person goes on with it here: the machine begins with all that was heard
  expect(await phone.take(there)).toMatchObject({ type: 'acknowledged' })
  await vi.waitFor(async () => {
    const shown = await shownBy(phone, there)
    expect(wordsIn(shown?.earlier ?? shown?.blocks ?? [])).toBe(longer(words))
  }, PATIENT)
  await vi.waitFor(() => expect(heardOf(phone, there).some(({ parts }) => parts.length === 0)).toBe(true), PATIENT)
  expect(phone.errors).toEqual([])
})
