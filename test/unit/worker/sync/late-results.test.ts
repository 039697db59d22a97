import { expect, it, vi } from 'vitest'
import { makeVaultKey, openVault } from '../../../../src/sync/vault.ts'
import type { LateResult } from '../../../../src/worker/sync/session/apart.ts'
import { makeLateResults, nothingOwed, readLate } from '../../../../src/worker/sync/upkeep/late-results.ts'
import { makeFakeObjectStore } from '../../../support/fake-object-store.ts'

const LOG = 'a'.repeat(32)
const CALL = { toolCallId: 'call-1', attempt: 0 }
const image = {
  type: 'image' as const,
  mediaType: 'image/png',
  blob: 'b'.repeat(64),
  name: 'a.png',
  width: 1,
  height: 1,
}
const RESULT: LateResult = { ...CALL, content: [{ type: 'text', text: 'Sent once.' }, image] }
const soon = () => AbortSignal.timeout(5000)

async function makeTwo() {
  const fake = makeFakeObjectStore()
  const key = makeVaultKey()
  const device = (name: string) => ({ id: name, name })
  const laptop = { store: fake.connect(), vault: await openVault(key), device: device('Laptop') }
  const phone = { store: fake.connect(), vault: await openVault(key), device: device('Phone') }
  const errors: unknown[] = []
  const owed = nothingOwed()
  const over = new Set<string>()
  /** As each time that the storage is begun anew. */
  const begin = () =>
    makeLateResults({
      ...{ db: {} as never, storage: laptop, owed, isOver: (log) => over.has(log) },
      report: (error) => errors.push(error),
    })
  return { fake, laptop, phone, late: begin(), begin, over, errors }
}

it('the result of an action after its session was taken stands in the storage, where the other device finds it, with what stays behind counted', async () => {
  const { phone, late } = await makeTwo()
  expect(await readLate(phone, LOG, CALL, soon())).toBeNull()
  late.owe(LOG, RESULT)
  await vi.waitFor(
    async () =>
      expect(await readLate(phone, LOG, CALL, soon())).toEqual({
        format: 1,
        by: 'Laptop',
        text: 'Sent once.',
        parts: 1,
      }),
    15_000,
  )
  // of another attempt, call or log nothing is said
  expect(await readLate(phone, LOG, { ...CALL, attempt: 1 }, soon())).toBeNull()
  expect(await readLate(phone, 'c'.repeat(32), CALL, soon())).toBeNull()
})

it('a storage that is away then has it later, and one that moves or spoils it has said nothing', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const { fake, laptop, phone, late, errors } = await makeTwo()
  fake.next('put', 'unreachable')
  late.owe(LOG, RESULT)
  await vi.waitFor(() => expect(errors).toHaveLength(1), 15_000)
  expect(fake.objects.size).toBe(0)
  await vi.advanceTimersByTimeAsync(20_000)
  vi.useRealTimers()
  await vi.waitFor(() => expect(fake.objects.size).toBe(1), 15_000)
  const [[key, bytes]] = [...fake.objects] as [[string, Uint8Array<ArrayBuffer>]]
  const other = await laptop.vault.keyOf({ kind: 'late', log: LOG, call: 'call-2', attempt: 0 })
  fake.objects.set(other, bytes)
  expect(await readLate(phone, LOG, { toolCallId: 'call-2', attempt: 0 }, soon())).toBeNull()
  fake.objects.set(key, bytes.slice(0, -1))
  expect(await readLate(phone, LOG, CALL, soon())).toBeNull()
})

it('an act that ends while the storage is begun anew, or after, is put there all the same', async () => {
  const { fake, phone, late, begin, errors } = await makeTwo()
  const other = { ...RESULT, toolCallId: 'call-2' }
  fake.next('put', 'unreachable')
  late.owe(LOG, RESULT)
  await vi.waitFor(() => expect(errors).toHaveLength(1), 15_000)
  late.stop()
  const next = begin()
  await vi.waitFor(
    async () => expect(await readLate(phone, LOG, CALL, soon())).toMatchObject({ text: 'Sent once.' }),
    15_000,
  )
  // its device had lost the session before that
  late.owe(LOG, other)
  await vi.waitFor(
    async () => expect(await readLate(phone, LOG, other, soon())).toMatchObject({ text: 'Sent once.' }),
    15_000,
  )
  next.stop()
  late.owe(LOG, { ...RESULT, toolCallId: 'call-3' })
  await new Promise((resolve) => setTimeout(resolve, 50))
  expect(fake.objects.size).toBe(2)
  expect(errors).toHaveLength(1)
})

it('one result that cannot be put does not keep the others back', async () => {
  const { fake, phone, late, errors } = await makeTwo()
  const other = { ...RESULT, toolCallId: 'call-2' }
  fake.next('put', 'full')
  late.owe(LOG, RESULT)
  late.owe(LOG, other)
  await vi.waitFor(async () => expect(await readLate(phone, LOG, other, soon())).not.toBeNull(), 15_000)
  expect(await readLate(phone, LOG, CALL, soon())).toBeNull()
  expect(errors).toHaveLength(1)
  late.stop()
})

it('nothing is put beside the log of a session that is deleted for good', async () => {
  const { fake, phone, late, over } = await makeTwo()
  over.add(LOG)
  late.owe(LOG, RESULT)
  const other = 'c'.repeat(32)
  late.owe(other, RESULT)
  await vi.waitFor(async () => expect(await readLate(phone, other, CALL, soon())).not.toBeNull(), 15_000)
  expect(fake.objects.size).toBe(1)
})
