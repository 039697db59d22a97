import * as z from 'zod/mini'
import { rowsAfter } from '../../../storage/places.ts'
import type { Database, SyncRow } from '../../../storage/schema.ts'
import { SealBroken } from '../../../sync/vault.ts'
import { type LateResult, lateResults } from '../session/apart.ts'
import type { SharedStorage } from '../storage/shared-storage.ts'

/**
 * The result of an act on a device that lost the session during the act. The new owner sees an unknown outcome, with
 * this result beside it, and the person decides. It is a separate object in the storage, because only the owner of a
 * session writes to its log.
 */

const LONGEST = 100_000

/** `by`: the device where it ran. `parts`: pictures and the like, which stay there. */
const Late = z.object({
  format: z.literal(1),
  by: z.string().check(z.maxLength(100)),
  text: z.string().check(z.maxLength(LONGEST)),
  parts: z.int().check(z.nonnegative()),
})
export type Late = z.infer<typeof Late>

type Storage = Pick<SharedStorage, 'store' | 'vault' | 'device'>
type Call = Pick<LateResult, 'toolCallId' | 'attempt'>

const LIMIT = 60_000
/** Time until a failed upload is repeated, in ms. */
const AGAIN = 20_000

const placeOf = (log: string, { toolCallId, attempt }: Call) =>
  ({ kind: 'late', log, call: toolCallId, attempt }) as const

/** null: the storage has none, or none that can be read. Rejects as the storage does. */
export async function readLate(
  { store, vault }: Pick<Storage, 'store' | 'vault'>,
  log: string,
  call: Call,
  signal: AbortSignal,
): Promise<Late | null> {
  const place = placeOf(log, call)
  const sealed = await store.get(await vault.keyOf(place), signal)
  if (sealed === null) return null
  try {
    const parsed = Late.safeParse(JSON.parse(new TextDecoder().decode(await vault.open(place, sealed))))
    return parsed.success ? parsed.data : null
  } catch (error) {
    if (error instanceof SealBroken || error instanceof SyntaxError) return null
    throw error
  }
}

/**
 * What is not put yet, by its call. `put`: to whom it is told now. It outlives the storage as it is connected: an act
 * may end later.
 */
export type Owed = { results: Map<string, { log: string; result: LateResult }>; put: () => void }

export const nothingOwed = (): Owed => ({ results: new Map(), put: () => {} })

type LateResultPorts = {
  db: Database
  storage: Storage
  /** Those of an earlier beginning are put too. */
  owed: Owed
  /** The session of this log is deleted for good: nobody asks for it any more. */
  isOver: (log: string) => boolean
  report: (error: unknown) => void
}

export type LateResults = {
  /** Puts it again until it is stored: its key has one writer, the device that carried out the act. */
  owe: (log: string, result: LateResult) => void
  /** The same of what ended in what this device alone has. Rejects with a DOMException or DamagedRecord. */
  oweApart: (row: SyncRow) => Promise<void>
  stop: () => void
}

export function makeLateResults({ db, storage, owed, isOver, report }: LateResultPorts): LateResults {
  const stopped = new AbortController()
  let timer: ReturnType<typeof setTimeout> | undefined
  let putting = false

  const put = async (log: string, result: LateResult): Promise<void> => {
    const { store, vault, device } = storage
    const place = placeOf(log, result)
    const texts = result.content.flatMap((block) => (block.type === 'text' ? [block.text] : []))
    const parts = result.content.length - texts.length
    const late: Late = { format: 1, by: device.name.slice(0, 100), text: texts.join('\n').slice(0, LONGEST), parts }
    const bytes = new TextEncoder().encode(JSON.stringify(late))
    const signal = AbortSignal.any([stopped.signal, AbortSignal.timeout(LIMIT)])
    await store.put(await vault.keyOf(place), await vault.seal(place, bytes), signal)
  }
  const putAll = async (): Promise<void> => {
    if (putting || stopped.signal.aborted) return
    putting = true
    clearTimeout(timer)
    let failed = false
    for (const [name, { log, result }] of owed.results)
      try {
        if (!isOver(log)) await put(log, result)
        owed.results.delete(name)
      } catch (error) {
        if (stopped.signal.aborted) return
        // a result that cannot be uploaded does not hold back the others
        report(error)
        failed = true
      }
    putting = false
    if (failed) timer = setTimeout(() => void putAll(), AGAIN)
  }
  const owe = (log: string, result: LateResult): void => {
    owed.results.set(`${log} ${result.toolCallId} ${result.attempt}`, { log, result })
    owed.put()
  }
  owed.put = () => void putAll()
  owed.put()
  return {
    owe,
    oweApart: async ({ log, over, apart = [] }) => {
      if (over) return
      for (const { sessionId, from, results } of apart) {
        if (results === 0) continue
        const tail = (await rowsAfter(db, sessionId, from)).map(({ input }) => input)
        for (const result of lateResults(tail)) owe(log, result)
      }
    },
    stop: () => {
      stopped.abort()
      clearTimeout(timer)
    },
  }
}
