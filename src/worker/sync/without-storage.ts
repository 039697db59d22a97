import { changePlaces } from '../../storage/places.ts'
import type { SyncRow } from '../../storage/schema.ts'
import type { SharingPorts } from './sharing-ports.ts'
import { tellItem } from './tell-item.ts'

/** What becomes of sessions that were shared when no storage is connected any more. */

type Ports = Pick<SharingPorts, 'db' | 'epoch' | 'publish' | 'startMachine'>

/** Nobody waits for what others know: what is done from here on is this device's alone. */
export async function forgetOwn({ db, epoch }: Ports, rows: readonly SyncRow[]): Promise<void> {
  const own = rows.flatMap(({ owner, sessionId }) => (owner ? [sessionId] : []))
  if (own.length > 0) await changePlaces(db, epoch, { put: [], remove: own })
}

/** What another device has becomes this one's own, whatever that one does. */
export async function goOnAlone(ports: Ports, sessionId: string, forgotten: () => void): Promise<void> {
  await changePlaces(ports.db, ports.epoch, { put: [], remove: [sessionId] })
  forgotten()
  const head = await ports.db.get('sessions', sessionId)
  if (head !== undefined) await tellItem(ports, head, {})
  ports.startMachine(sessionId)
}
