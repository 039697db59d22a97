import * as z from 'zod/mini'
import { removePlaces } from '../../../storage/places.ts'
import type { Database, SettingRow, SyncRow } from '../../../storage/schema.ts'
import type { SharingPorts } from '../sharing-ports.ts'
import { keepNames, sessionNamedAfter } from './same-name.ts'
import { tellItem } from './tell-item.ts'

/** What becomes of sessions that were shared when their storage is not connected any more. */

type Ports = Pick<SharingPorts, 'db' | 'epoch' | 'publish'>

const VAULT = 'shared-vault'
const BEFORE = 'shared-before'
const Before = z.array(z.string())

/** The sessions that were shared through a log and no longer are. Rejects with a DOMException. */
export const wereShared = async (db: Database): Promise<string[]> =>
  Before.safeParse((await db.get('settings', BEFORE))?.value).data ?? []

const rememberShared = async (db: Database, sessionIds: readonly string[]): Promise<SettingRow[]> =>
  sessionIds.length === 0 ? [] : [{ key: BEFORE, value: [...new Set([...(await wereShared(db)), ...sessionIds])] }]

/**
 * Keeps the places of this device's sessions in the logs of a forgotten storage, until the same vault is connected
 * again; otherwise the device would find its own sessions there as those of another device. With another vault they
 * start over. `vault` null: none is connected. Resolves to the places that count now; rejects with a DOMException.
 * Writes nothing once the signal is aborted.
 */
export async function placesIn(
  { db, epoch }: Pick<Ports, 'db' | 'epoch'>,
  vault: string | null,
  rows: readonly SyncRow[],
  signal: AbortSignal,
): Promise<readonly SyncRow[]> {
  const known = (await db.get('settings', VAULT))?.value
  if (signal.aborted) return rows
  if (known !== undefined && (vault === null || vault === known)) return rows
  // an older version did not store the vault: assume the connected one
  const strange = known === undefined && vault !== null ? [] : rows.filter(({ owner }) => owner)
  const remove = strange.map(({ sessionId }) => sessionId)
  const settings = [...(await rememberShared(db, remove)), ...(await keepNames(db, strange))]
  if (vault !== null) settings.push({ key: VAULT, value: vault })
  if (signal.aborted) return rows
  if (settings.length > 0) await removePlaces(db, epoch, remove, settings)
  return rows.filter((row) => !strange.includes(row))
}

/** What another device has becomes this one's own, whatever that one does. Rejects with a DOMException. */
export async function goOnAlone(ports: Ports, sessionId: string): Promise<void> {
  const row = await ports.db.get('sync', sessionId)
  const places = row === undefined ? [] : [row]
  const named = places.map(({ log }) => sessionNamedAfter(log))
  const remembered = await rememberShared(ports.db, [sessionId, ...named])
  await removePlaces(ports.db, ports.epoch, [sessionId], [...remembered, ...(await keepNames(ports.db, places))])
  const head = await ports.db.get('sessions', sessionId)
  if (head !== undefined) await tellItem(ports, head, {})
}
