import * as z from 'zod/mini'
import type { Database } from '../../../storage/schema.ts'

/**
 * How many requests sharing makes to the storage, counted where they leave: while something is at work here or looked
 * at, and at rest.
 */

const Part = z.object({ ms: z.number(), requests: z.number() })
/** `connectedAt`: counts of another connection are ignored. */
const Counted = z.object({ connectedAt: z.number(), work: Part, rest: Part })
export type Counted = z.infer<typeof Counted>

export type RequestCount = {
  /** One leaves. */
  count: () => void
  /** So it has been since the tick before. */
  tick: (atWork: boolean) => void
  stop: () => void
}

const KEY = 'storage-requests'
/** It is written so often at most, in ms. */
const WRITE = 60_000
/** A tick that comes later than this: the device slept, and that is neither work nor rest. In ms. */
const SLEPT = 10_000

/** null: nothing was counted of this connection. Rejects with a DOMException. */
export async function readCounted(db: Database, connectedAt: number): Promise<Counted | null> {
  const parsed = Counted.safeParse((await db.get('settings', KEY))?.value)
  return parsed.success && parsed.data.connectedAt === connectedAt ? parsed.data : null
}

/** Continues the stored count. A count that cannot be written is kept and written later. */
export function countRequests(db: Database, connectedAt: number): RequestCount {
  let fresh = 0
  let last = Date.now()
  let written = last
  let since = empty()
  const write = async (): Promise<void> => {
    const added = since
    since = empty()
    try {
      const transaction = db.transaction('settings', 'readwrite', { durability: 'relaxed' })
      const parsed = Counted.safeParse((await transaction.store.get(KEY))?.value)
      const before = parsed.success && parsed.data.connectedAt === connectedAt ? parsed.data : empty()
      const value: Counted = { connectedAt, work: sum(before.work, added.work), rest: sum(before.rest, added.rest) }
      await Promise.all([transaction.store.put({ key: KEY, value }), transaction.done])
    } catch {
      since = { work: sum(since.work, added.work), rest: sum(since.rest, added.rest) }
    }
  }
  return {
    count: () => {
      fresh += 1
    },
    tick: (atWork) => {
      const now = Date.now()
      const ms = now - last
      const part = since[atWork ? 'work' : 'rest']
      part.requests += fresh
      if (ms > 0 && ms < SLEPT) part.ms += ms
      fresh = 0
      last = now
      if (Math.abs(now - written) < WRITE) return
      written = now
      void write()
    },
    stop: () => void write(),
  }
}

const empty = (): Pick<Counted, 'work' | 'rest'> => ({ work: { ms: 0, requests: 0 }, rest: { ms: 0, requests: 0 } })
const sum = (a: z.infer<typeof Part>, b: z.infer<typeof Part>): z.infer<typeof Part> => ({
  ms: a.ms + b.ms,
  requests: a.requests + b.requests,
})
