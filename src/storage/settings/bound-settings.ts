import type { Database } from '../schema.ts'
import { putSealed, type SealedSecret, secretId } from './vault.ts'

/** `sealed`: undefined keeps a stored secret of the same origin, null removes it. */
export type BoundSetting = {
  key: string
  /** null: the setting is removed, with its secrets. */
  value: unknown
  /**
   * The owner of the setting's secret, then owners of other secrets bound to the same origin. An empty origin removes
   * them.
   */
  owners: readonly [string, ...string[]]
  origin: string
  sealed: SealedSecret | null | undefined
}

/**
 * Saves a setting together with the fate of its secret, in one transaction: neither is ever stored without the other.
 * The same write drops secrets bound to another origin. Strict. Rejects with a DOMException.
 */
export async function saveBound(db: Database, { key, value, owners, origin, sealed }: BoundSetting): Promise<void> {
  const transaction = db.transaction(['settings', 'vault'], 'readwrite', { durability: 'strict' })
  const vault = transaction.objectStore('vault')
  const settings = transaction.objectStore('settings')
  const stored = await Promise.all(owners.map((owner) => vault.get(secretId(owner))))
  const writes: Promise<unknown>[] = [transaction.done]
  writes.push(value === null ? settings.delete(key) : settings.put({ key, value }))
  for (const [n, owner] of owners.entries()) {
    const row = stored[n]
    const isElsewhere = row !== undefined && (!('origin' in row) || row.origin !== origin)
    if (isElsewhere || value === null || (n === 0 && sealed === null)) writes.push(vault.delete(secretId(owner)))
  }
  if (value !== null && sealed) writes.push(putSealed(vault as never, sealed))
  await Promise.all(writes)
}
