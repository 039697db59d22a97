import * as z from 'zod/mini'
import type { Database } from '../../../storage/schema.ts'

/** How far clocks of other devices are from the one here: what they say of a time is told by this one. */
export type Clocks = {
  /** A device has just now written that it is so late there. */
  heard: (device: string, at: number) => void
  /** That time there by the clock here, wall time, ms. null: it is still to come, so nobody knows. */
  hereOf: (device: string, at: number) => number | null
}

/** So far clocks are apart that nobody has set, and so long a note may lie there unread. In ms. */
const SKEW = 5 * 60_000
const KEY = 'device-clocks'
/** ms to add to what the device says. Those of which nothing is said are right. */
const Known = z.record(z.string(), z.number())
/** More than share one storage; the newest. */
const MOST = 64

/** `keep`: hears of all that is known when that has changed. */
export function makeClocks(
  known: Record<string, number> = {},
  keep: (known: Record<string, number>) => void = () => {},
): Clocks {
  const behind = new Map(Object.entries(known))
  return {
    heard: (device, at) => {
      const now = Date.now() - at
      if (Math.abs(now - (behind.get(device) ?? 0)) < SKEW) return
      behind.delete(device)
      if (Math.abs(now) >= SKEW) behind.set(device, now)
      keep(Object.fromEntries([...behind].slice(-MOST)))
    },
    hereOf: (device, at) => {
      const now = Date.now()
      const here = at + (behind.get(device) ?? 0)
      return here > now + SKEW ? null : Math.min(here, now)
    },
  }
}

/** As it was known, and kept from now on; what cannot be kept is found out again. Rejects with a DOMException. */
export async function openClocks(db: Database): Promise<Clocks> {
  const parsed = Known.safeParse((await db.get('settings', KEY))?.value)
  return makeClocks(parsed.success ? parsed.data : {}, (value) => {
    db.put('settings', { key: KEY, value }).catch(() => {})
  })
}
