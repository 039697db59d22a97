import { type Created, LISTED, type ObjectStore, StoreFailure, type StoreProblem } from '../../src/sync/object-store.ts'

/**
 * A storage in memory, with faults on demand, or at random from a seed. It has no clock: late operations arrive after
 * some more operations of any client, or with `settle`.
 */
export type FakeObjectStore = {
  /** Another client of the same storage. */
  connect: () => ObjectStore
  /** The stored objects, for tests in which the storage's owner does what they like. */
  objects: Map<string, Uint8Array<ArrayBuffer>>
  /**
   * The next operation of this kind, by any client, has this fault; with `key`: the next one on this object. Several
   * faults happen one after another.
   */
  next: (operation: Operation, fault: Fault, key?: string) => void
  /** From now on each operation has these faults with these probabilities, 0 to 1. {}: none. */
  chances: (chances: Partial<Record<Fault, number>>) => void
  /** Larger objects, in bytes, are refused from now on. */
  takes: (most: number) => void
  /** Everything late arrives now. */
  settle: () => void
  /** Operations so far. */
  counts: Record<Operation, number>
  /** Bytes of objects read so far. */
  read: () => number
}

/**
 * A storage that breaks its contract: it ignores conditions, as rclone and s3rver do, or checks first and then writes,
 * as Apache does.
 */
export type Breach = 'ignores-conditions' | 'checks-then-writes'

export type Operation = keyof ObjectStore
export type Fault =
  | 'lost' // never arrives
  | 'forgotten' // is reported as stored, but is not
  | 'late' // arrives later; for a read: the answer is lost
  | 'twice' // arrives twice: a create finds its own object
  | 'doubtful' // arrives, and its answer is lost
  | 'stale' // a read returns the content before the last write
  | keyof typeof PROBLEMS

const PROBLEMS = {
  html: { kind: 'gone-wrong', message: 'The storage returned a web page.' },
  forbidden: { kind: 'refused', message: 'The storage refused the credentials.', status: 403 },
  full: { kind: 'full', message: 'The storage is full.', status: 507 },
  'rate-limited': {
    kind: 'rate-limited',
    message: 'The storage is rate-limiting requests.',
    status: 429,
    retryAfter: 2000,
  },
  unreachable: { kind: 'unreachable', message: 'Couldn’t reach the storage.' },
} satisfies Record<string, StoreProblem>

const TOO_LARGE: StoreProblem = {
  kind: 'too-large',
  message: 'The storage doesn’t accept objects of this size.',
  status: 413,
}

export function makeFakeObjectStore({ seed = 1, breach }: { seed?: number; breach?: Breach } = {}): FakeObjectStore {
  const random = randomFrom(seed)
  const objects = new Map<string, Uint8Array<ArrayBuffer>>()
  const before = new Map<string, Uint8Array<ArrayBuffer> | null>()
  const armed: { operation: Operation; fault: Fault; key: string | undefined }[] = []
  const late: { after: number; arrive: () => void }[] = []
  const watchers = new Set<{ key: string; wake: () => void }>()
  const counts = { create: 0, get: 0, list: 0, put: 0, remove: 0, watch: 0 }
  let chances: Partial<Record<Fault, number>> = {}
  let bytesRead = 0
  let largest = Number.POSITIVE_INFINITY

  const write = (key: string, bytes: Uint8Array<ArrayBuffer> | null): void => {
    before.set(key, objects.get(key) ?? null)
    if (bytes === null) objects.delete(key)
    else objects.set(key, bytes.slice())
    for (const { key: watched, wake } of [...watchers]) if (watched === key) wake()
  }
  const create = (key: string, bytes: Uint8Array<ArrayBuffer>): Created => {
    if (objects.has(key) && breach !== 'ignores-conditions') return 'exists'
    write(key, bytes)
    return 'created'
  }
  const faultOf = (operation: Operation, at: string): Fault | null => {
    const place = armed.findIndex(({ key = at, ...plan }) => plan.operation === operation && key === at)
    if (place >= 0) return armed.splice(place, 1)[0]?.fault ?? null
    for (const [fault, chance] of Object.entries(chances)) if (random() < chance) return fault as Fault
    return null
  }
  /** Every operation begins here: it is counted, lets late ones arrive, yields once, and fails if a fault says so. */
  const begin = async (operation: Operation, at: string, signal: AbortSignal): Promise<Fault | null> => {
    signal.throwIfAborted()
    counts[operation] += 1
    const fault = faultOf(operation, at)
    for (const request of late) request.after -= 1
    for (const request of late.filter(({ after }) => after <= 0)) {
      late.splice(late.indexOf(request), 1)
      request.arrive()
    }
    await Promise.resolve()
    signal.throwIfAborted()
    if (fault !== null && fault in PROBLEMS) throw new StoreFailure(PROBLEMS[fault as keyof typeof PROBLEMS])
    return fault
  }
  const later = (arrive: () => void): void => {
    late.push({ after: 1 + Math.floor(random() * 12), arrive })
  }
  const lostAnswer = (): StoreFailure => new StoreFailure({ kind: 'timeout', message: 'The storage didn’t respond.' })
  /** A write without a condition: `lost`, `late` and `doubtful` look the same from outside. */
  const change = async (
    operation: 'put' | 'remove',
    at: string,
    signal: AbortSignal,
    arrive: () => void,
  ): Promise<void> => {
    const fault = await begin(operation, at, signal)
    if (fault === 'late') later(arrive)
    else if (fault !== 'lost') arrive()
    if (fault === 'lost' || fault === 'late' || fault === 'doubtful') throw lostAnswer()
  }

  const connect = (): ObjectStore => ({
    create: async (key, bytes, signal) => {
      const free = !objects.has(key)
      const frozen = bytes.slice()
      const fault = await begin('create', key, signal)
      if (frozen.length > largest) throw new StoreFailure(TOO_LARGE)
      if (fault === 'lost') return 'doubt'
      if (fault === 'late') {
        later(() => create(key, frozen))
        return 'doubt'
      }
      if (fault === 'forgotten') return free ? 'created' : 'exists'
      if (fault === 'twice') create(key, frozen)
      if (breach === 'checks-then-writes' && free) {
        write(key, frozen)
        return 'created'
      }
      const created = create(key, frozen)
      return fault === 'doubtful' ? 'doubt' : created
    },
    get: async (key, signal) => {
      const fault = await begin('get', key, signal)
      if (fault === 'lost' || fault === 'late' || fault === 'doubtful') throw lostAnswer()
      const there = fault === 'stale' ? before.get(key) : objects.get(key)
      bytesRead += there?.length ?? 0
      return there?.slice() ?? null
    },
    list: async (prefix, after, signal) => {
      const fault = await begin('list', prefix, signal)
      if (fault === 'lost' || fault === 'late' || fault === 'doubtful') throw lostAnswer()
      const keys = [...objects.keys()].filter((key) => key.startsWith(prefix) && (after === null || key > after)).sort()
      const seen = (fault === 'stale' ? keys.slice(0, -1) : keys).slice(0, LISTED)
      return seen.map((key) => ({ key, size: objects.get(key)?.length ?? 0 }))
    },
    put: (key, bytes, signal) => {
      const frozen = bytes.slice()
      return change('put', key, signal, () => write(key, frozen))
    },
    remove: (key, signal) => change('remove', key, signal, () => write(key, null)),
    watch: async (key, signal) => {
      const fault = await begin('watch', key, signal)
      if (fault !== null || objects.has(key)) return
      await new Promise<void>((resolve, reject) => {
        const end = (how: () => void) => (): void => {
          watchers.delete(watcher)
          signal.removeEventListener('abort', aborted)
          how()
        }
        const aborted = end(() => reject(signal.reason))
        const watcher = { key, wake: end(resolve) }
        watchers.add(watcher)
        signal.addEventListener('abort', aborted)
      })
    },
  })

  return {
    connect,
    objects,
    next: (operation, fault, key) => {
      armed.push({ operation, fault, key })
    },
    chances: (wanted) => {
      chances = wanted
    },
    takes: (most) => {
      largest = most
    },
    settle: () => {
      for (const { arrive } of late.splice(0)) arrive()
    },
    counts,
    read: () => bytesRead,
  }
}

/** Mulberry32. */
function randomFrom(seed: number): () => number {
  let state = seed | 0
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296
  }
}
