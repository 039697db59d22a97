import * as z from 'zod/mini'
import type { Database } from '../../../storage/schema.ts'

/**
 * The offsets between the clocks of other devices and this one. Times from other devices are converted to this clock.
 */
export type Clocks = {
  /** A device has just now written that it is so late there. */
  heard: (device: string, at: number) => void
  /** A time of another device by this clock, wall time in ms. null: it lies in the future, so it is unknown. */
  hereOf: (device: string, at: number) => number | null
}

/** Normal difference between clocks, and the time that a note may lie unread. In ms. */
const SKEW = 5 * 60_000
const KEY = 'device-clocks'
/** Milliseconds to add to a device's times. A missing device has no offset. */
const Known = z.record(z.string(), z.number())
/** More than share one storage; the newest. */
const MOST = 64

/** `keep`: receives all known offsets when one has changed. */
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
