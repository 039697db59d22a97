import * as z from 'zod/mini'

/** Up to where this browser's person has seen each session, and when they last looked at it (wall time, ms). */

const KEY = 'reflexor:looked'
const MOST = 200
const Looked = z.object({ seq: z.int(), at: z.number() })
export type Looked = z.infer<typeof Looked>
const All = z.record(z.string(), Looked)

/** null: never, or nothing is known of it. */
export function lastLooked(sessionId: string): Looked | null {
  const all = stored()
  return Object.hasOwn(all, sessionId) ? (all[sessionId] ?? null) : null
}

/** Another tab may have written meanwhile: it is read again. The sessions that were looked at last are kept. */
export function saveLooked(sessionId: string, looked: Looked): void {
  const others = Object.entries(stored()).filter(([id]) => id !== sessionId)
  const kept = others.sort(([, a], [, b]) => b.at - a.at).slice(0, MOST - 1)
  try {
    localStorage.setItem(KEY, JSON.stringify(Object.fromEntries([[sessionId, looked], ...kept])))
  } catch {
    // a full storage: nothing is reported the next time
  }
}

function stored(): Record<string, Looked> {
  try {
    return All.safeParse(JSON.parse(localStorage.getItem(KEY) ?? '{}')).data ?? {}
  } catch {
    return {}
  }
}
