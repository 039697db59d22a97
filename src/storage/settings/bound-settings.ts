import type { Database } from '../schema.ts'
import { changeSecrets, putSealed, type SealedSecret, sealSecret, secretId } from './vault.ts'

/** `secret`: of the first owner. undefined keeps a stored one of the same origin, '' removes it. */
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
  secret?: string | undefined
}

/**
 * Saves a setting together with the fate of its secret, in one transaction: neither is ever stored without the other.
 * The same write drops secrets bound to another origin. Strict. Rejects with VaultLocked, KeyChanged or a DOMException.
 */
export async function saveBound(db: Database, setting: BoundSetting): Promise<void> {
  const { owners, origin, secret } = setting
  await changeSecrets(db, async () => {
    const sealed = secret === undefined ? undefined : await sealSecret(db, owners[0], origin, secret)
    await write(db, setting, sealed)
  })
}

async function write(
  db: Database,
  { key, value, owners, origin }: BoundSetting,
  sealed: SealedSecret | null | undefined,
): Promise<void> {
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
