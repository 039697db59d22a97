import * as z from 'zod/mini'
import type { Database } from '../../storage/schema.ts'
import type { Way } from '../../sync/heed.ts'
import type { StoreProblem } from '../../sync/object-store.ts'

/** What stands in the way of the connected storage now, kept for whoever looks at the settings, in whichever tab. */

const KINDS = [
  ...(['unreachable', 'timeout', 'refused', 'clock', 'no-place', 'full'] as const),
  ...(['rate-limited', 'server', 'too-large', 'forgets', 'unfit', 'gone-wrong'] as const),
] satisfies StoreProblem['kind'][]

/** `since`: when it was met first, wall time, ms. `connectedAt`: of another connection nothing is told. `way`: by what it was met. */
const Trouble = z.object({
  connectedAt: z.number(),
  since: z.number(),
  kind: z.enum(KINDS),
  message: z.string().check(z.maxLength(1000)),
  way: z.optional(z.enum(['read', 'write'])),
})
type Trouble = z.infer<typeof Trouble>

const KEY = 'storage-trouble'

/** null: it does what it is asked for, as far as is known. Rejects with a DOMException. */
export async function readTrouble(db: Database, connectedAt: number): Promise<Trouble | null> {
  const parsed = Trouble.safeParse((await db.get('settings', KEY))?.value)
  return parsed.success && parsed.data.connectedAt === connectedAt ? parsed.data : null
}

/** Of these an answer to the other way says nothing: a storage that is full is read as before. */
const ONE_WAY: ReadonlySet<StoreProblem['kind']> = new Set(['refused', 'full', 'too-large'])
/** Another tab may have written what is kept; so long it is taken for known, in ms. */
const KNOWN = 30_000

export type KeptTrouble = {
  /** Hears of every answer, and writes when that changes anything. What cannot be written is written with the next change. */
  told: (problem: StoreProblem | null, way: Way) => void
  /** Hears that a write was found in the storage. */
  proved: () => void
  /** For how long it has been in the way, as far as this worker has met it; ms. 0: nothing is. */
  lasted: () => number
}

export function keepTrouble(db: Database, connectedAt: number): KeptTrouble {
  let kept: Trouble | null = null
  let readAt = Number.NEGATIVE_INFINITY
  let metAt: number | null = null
  const keep = async (next: Trouble | null): Promise<void> => {
    kept = next
    if (next === null) await db.delete('settings', KEY)
    else await db.put('settings', { key: KEY, value: next })
  }
  const hear = async (problem: StoreProblem | null, way: Way, isProved = false): Promise<void> => {
    const now = performance.now()
    if (now - readAt > KNOWN) kept = await readTrouble(db, connectedAt)
    readAt = Math.max(now, readAt)
    if (problem === null) {
      // of a storage that forgets, an answer says nothing
      if (kept?.kind === 'forgets' && !isProved) return
      if (kept !== null && ONE_WAY.has(kept.kind) && (kept.way ?? way) !== way) return
      metAt = null
      if (kept !== null) await keep(null)
      return
    }
    metAt ??= now
    const message = problem.message.slice(0, 1000)
    if (kept?.message !== message)
      await keep({ connectedAt, since: kept?.since ?? Date.now(), kind: problem.kind, message, way })
  }
  let heard = Promise.resolve()
  const next = (...told: Parameters<typeof hear>): void => {
    heard = heard
      .then(() => hear(...told))
      .catch(() => {
        readAt = Number.NEGATIVE_INFINITY
      })
  }
  return {
    told: (problem, way) => next(problem, way),
    proved: () => next(null, 'write', true),
    lasted: () => (metAt === null ? 0 : performance.now() - metAt),
  }
}
