import * as z from 'zod/mini'
import { isPrivateSession } from '../../../settings/private-session.ts'

/** How far each session was seen in this browser, and when it was last looked at (wall time, ms). */

const KEY = 'reflexor:looked'
const MOST = 200
const Looked = z.object({ seq: z.int(), at: z.number() })
export type Looked = z.infer<typeof Looked>
const All = z.record(z.string(), Looked)

/** null: never, or unknown. */
export function lastLooked(sessionId: string): Looked | null {
  const all = stored()
  return Object.hasOwn(all, sessionId) ? (all[sessionId] ?? null) : null
}

/**
 * Reads the stored state again, since another tab may have written. Keeps the sessions that were looked at most
 * recently.
 */
export function saveLooked(sessionId: string, looked: Looked): void {
  if (isPrivateSession(sessionId)) return
  const others = Object.entries(stored()).filter(([id]) => id !== sessionId)
  const kept = others.sort(([, a], [, b]) => b.at - a.at).slice(0, MOST - 1)
  try {
    localStorage.setItem(KEY, JSON.stringify(Object.fromEntries([[sessionId, looked], ...kept])))
  } catch {
    // storage is full: nothing is reported the next time
  }
}

function stored(): Record<string, Looked> {
  try {
    return All.safeParse(JSON.parse(localStorage.getItem(KEY) ?? '{}')).data ?? {}
  } catch {
    return {}
  }
}
