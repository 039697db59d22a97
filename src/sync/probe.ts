import { paced } from '../settings/pace.ts'
import { type Created, type ObjectStore, StoreFailure, type StoreProblem } from './object-store.ts'
import { rest } from './rest.ts'

/** Tests a storage by racing writers against each other: a storage's own claims are not believed. */

/**
 * Keys that are raced for, and writers of each: as many as a browser lets out to one server at once. A storage that
 * looks first and writes then lets several win one race of three or four (Apache, measured), so a few races would not
 * find it out.
 */
const RACES = 40
const WRITERS = 6
/** At least this many races, however slow the storage is; no new race starts after this many ms. */
const FEWEST = 5
const RACE_TIME = 30_000
/**
 * After this many requests to slow down in a row the writer gives up. `PAUSE`: the wait if the storage names no time,
 * in ms.
 */
const SLOWED = 3
const PAUSE = 1500

/** `message`: a sentence for a person. `problem`: why the probe itself failed; absent: the storage was judged. */
export type Probed = { fits: boolean; message: string; problem?: StoreProblem }

export type ProbeOptions = {
  /** The engine's own reasons against this storage; null: none. */
  check?: ((signal: AbortSignal) => Promise<StoreProblem | null>) | undefined
  /** Different for each probe. */
  name?: string
  signal: AbortSignal
  /** A monotonic clock, in ms. */
  elapsed?: () => number
}

/** Writes some 40 small objects below `probe/` and removes them. Rejects only with the signal's reason. */
export async function probe(
  store: ObjectStore,
  { check, name = crypto.randomUUID(), signal, elapsed = () => performance.now() }: ProbeOptions,
): Promise<Probed> {
  const written: string[] = []
  const keyOf = (what: string): string => {
    const key = `probe/${name}/${what}`
    written.push(key)
    return key
  }
  try {
    const against = (await check?.(signal)) ?? null
    if (against !== null) return { fits: false, message: against.message, problem: against }
    const reason = (await writeOnce(store, keyOf('once'), signal)) ?? (await race(store, keyOf, signal, elapsed))
    if (reason !== null) return { fits: false, message: `${reason} ${NOT_SAFE}` }
    await store.list(`probe/${name}/`, null, signal)
    return { fits: true, message: 'Two devices can’t overwrite each other here.' }
  } catch (error) {
    if (!(error instanceof StoreFailure)) throw error
    return { fits: false, message: error.problem.message, problem: error.problem }
  } finally {
    await Promise.allSettled(written.map((key) => store.remove(key, signal)))
  }
}

const NOT_SAFE = 'Two devices could overwrite each other there, so it can’t be used.'
const IGNORES = 'This storage overwrites existing data even when told not to.'
const FORGETS = 'This storage didn’t return what was just written.'

/** Why it can’t be used; null: it is suitable. */
async function writeOnce(store: ObjectStore, key: string, signal: AbortSignal): Promise<string | null> {
  const [first, second] = [noise(), noise()]
  const settled = await settle(store, key, first, await store.create(key, first, signal), signal)
  if (!settled) return FORGETS
  if ((await createInTime(store, key, second, signal)) === 'created') return IGNORES
  const there = await store.get(key, signal)
  if (there === null) return FORGETS
  return isSame(there, first) ? null : isSame(there, second) ? IGNORES : FORGETS
}

/**
 * Reads the key after a create with an unknown outcome, and repeats the create once if nothing is there. Returns
 * whether these bytes are there.
 */
async function settle(
  store: ObjectStore,
  key: string,
  bytes: Uint8Array<ArrayBuffer>,
  created: Created,
  signal: AbortSignal,
): Promise<boolean> {
  if (created === 'created') return true
  let there = await store.get(key, signal)
  if (there === null && created === 'doubt') {
    await store.create(key, bytes, signal)
    there = await store.get(key, signal)
  }
  if (there === null && created === 'doubt')
    throw new StoreFailure({ kind: 'server', message: 'This storage doesn’t confirm writes.' })
  return there !== null && isSame(there, bytes)
}

async function race(
  store: ObjectStore,
  keyOf: (what: string) => string,
  signal: AbortSignal,
  elapsed: () => number,
): Promise<string | null> {
  const begun = elapsed()
  for (let round = 0; round < RACES && (round < FEWEST || elapsed() - begun < paced(RACE_TIME)); round++) {
    const key = keyOf(`race-${round}`)
    const bytes = Array.from({ length: WRITERS }, noise)
    const said = await Promise.all(bytes.map((own) => createAmongOthers(store, key, own, signal)))
    const winners = said.filter((created) => created === 'created').length
    if (winners > 1)
      return `With ${WRITERS} simultaneous writers, this storage told ${winners} of them that they were first.`
    const there = await store.get(key, signal)
    const first = there === null ? -1 : bytes.findIndex((own) => isSame(own, there))
    const slow = said.find((created) => typeof created !== 'string')
    if (there === null && slow !== undefined) throw slow
    // no writer was told, and it is there: the answer to one was lost
    if (first === -1 || said[first] === 'exists' || (winners === 1 && said[first] !== 'created')) return FORGETS
  }
  return null
}

/**
 * Cloudflare R2 accepts one write of a key per second and asks the second writer to slow down: that writer has lost the
 * race and has written nothing.
 */
async function createAmongOthers(
  store: ObjectStore,
  key: string,
  bytes: Uint8Array<ArrayBuffer>,
  signal: AbortSignal,
): Promise<Created | StoreFailure> {
  try {
    return await store.create(key, bytes, signal)
  } catch (error) {
    if (error instanceof StoreFailure && error.problem.kind === 'rate-limited') return error
    throw error
  }
}

/** The same for a single writer: it must not end with "slow down". */
async function createInTime(
  store: ObjectStore,
  key: string,
  bytes: Uint8Array<ArrayBuffer>,
  signal: AbortSignal,
): Promise<Created> {
  for (let time = 1; ; time++) {
    const said = await createAmongOthers(store, key, bytes, signal)
    if (typeof said === 'string') return said
    if (time === SLOWED) throw said
    await rest(Math.min(said.problem.retryAfter ?? PAUSE, RACE_TIME), signal)
  }
}

const noise = (): Uint8Array<ArrayBuffer> => crypto.getRandomValues(new Uint8Array(64))
const isSame = (a: Uint8Array, b: Uint8Array): boolean => a.length === b.length && a.every((byte, n) => byte === b[n])
