import type { UserIntent } from '../../agent/user-intent.ts'
import type { Answered } from '../../protocol/published.ts'
import type { Refusal } from '../../protocol/refusals.ts'
import type { readPlaces } from '../../storage/places.ts'
import { Refused, refusal } from '../refused.ts'
import type { Sharing } from '../sync/sharing.ts'
import type { SharedPorts } from '../sync/sharing-ports.ts'
import type { OpenSharing } from '../sync/storage/open-sharing.ts'

/**
 * Sessions that this person's devices share. Without a storage it is one look at the settings: nothing is loaded, and
 * nothing waits. What another device has is not run here, whether a storage is connected or not.
 */
export type Shared = Pick<Sharing, 'committed' | 'room' | 'late' | 'streams' | 'stop'> &
  Pick<OpenSharing, 'published'> & {
    /** Rejects with Refused when another device has this session. */
    requireHere: (sessionId: string) => void
    isHere: (sessionId: string) => boolean
    /** Asks the device that owns the session. null: no device can be asked, or this device owns it. */
    ask: (id: string, sessionId: string, input: UserIntent) => Promise<Answered | null>
    /** For commands that decide which device runs a session. null: nothing was ever shared here. */
    opened: () => Promise<OpenSharing | null>
    settingsChanged: () => void
    /** A person is looking at this device: fetch the state of the other devices right away. */
    look: () => void
  }

/** Milliseconds until a failed read or load is tried again. */
const AGAIN = 30_000

/** `places`: those of the sessions that were shared when this writer began. */
export function openShared(ports: SharedPorts, { places, damaged }: Awaited<ReturnType<typeof readPlaces>>): Shared {
  const { db, report } = ports
  let open: OpenSharing | null = null
  let stopped = false
  const isNeeded = async (): Promise<boolean> =>
    places.length > 0 || ports.openStorage !== undefined || (await db.get('settings', 'synced-storage')) !== undefined
  const begin = async (): Promise<OpenSharing | null> => {
    while (!stopped && open === null)
      try {
        if (!(await isNeeded())) break
        const { openSharing } = await import('../sync/storage/open-sharing.ts')
        if (!stopped) open = openSharing(ports, places)
      } catch (error) {
        report(error)
        await new Promise((resolve) => setTimeout(resolve, AGAIN))
      }
    return open
  }
  let opening = begin()
  const refusalOf = (sessionId: string): Refusal | null => {
    // the session may be running on another device
    if (damaged.includes(sessionId)) return refusal('place-unreadable')
    if (open !== null) return open.refusal(sessionId)
    const isElsewhere = places.some((row) => row.sessionId === sessionId && !row.owner)
    return isElsewhere ? refusal('runs-elsewhere-unconnected') : null
  }
  return {
    requireHere: (sessionId) => {
      const why = refusalOf(sessionId)
      if (why !== null) throw new Refused(why)
    },
    isHere: (sessionId) => refusalOf(sessionId) === null,
    committed: (inputs, head) => open?.sharing()?.committed(inputs, head),
    published: async (sessionId, seq, signal) => (await opening)?.published(sessionId, seq, signal),
    room: (sessionId, signal) => open?.sharing()?.room(sessionId, signal) ?? null,
    late: (sessionId) => open?.sharing()?.late(sessionId) ?? null,
    streams: (sessionId) => open?.sharing()?.streams(sessionId) ?? null,
    ask: async (id, sessionId, input) => (await open?.sharing()?.ask(id, sessionId, input)) ?? null,
    opened: () => opening,
    settingsChanged: () => {
      if (open !== null) open.settingsChanged()
      else opening = opening.then(begin)
    },
    look: () => open?.sharing()?.look(),
    stop: () => {
      stopped = true
      open?.stop()
    },
  }
}
