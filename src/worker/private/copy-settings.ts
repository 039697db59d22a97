import type { Database, SettingRow } from '../../storage/schema.ts'
import { readVault } from '../../storage/settings/with-keys.ts'

/**
 * Settings that a private session reads. All others stay out: what is due, shared, backed up or was typed elsewhere is
 * no business of its memory, nor are MCP servers, whose sign-in would be renewed where nobody keeps it.
 */
const READ = ['preferences', 'memory', 'skills', 'search-provider', 'reader-service', 'instruction-files']
const READ_ALL = ['provider:', 'skill:', 'listed-models:']

/**
 * Puts the person's present settings, and the names of their keys, into the memory of a private session. What the
 * session itself has written among these is replaced. The keys stay where they are. Rejects with a DOMException.
 */
export async function copySettings(disk: Database, memory: Database): Promise<void> {
  // moves the keys of older versions to their place first
  await readVault(disk)
  const [rows, vault] = await Promise.all([settingsOf(disk), disk.getAll('vault')])
  const gone = new Set((await settingsOf(memory)).map(({ key }) => key))
  for (const { key } of rows) gone.delete(key)
  const transaction = memory.transaction(['settings', 'vault'], 'readwrite')
  const [settings, names] = [transaction.objectStore('settings'), transaction.objectStore('vault')]
  await Promise.all([
    ...rows.map((row) => settings.put(row)),
    ...[...gone].map((key) => settings.delete(key)),
    names.clear(),
    ...vault.map((row) => names.put(row)),
    transaction.done,
  ])
}

async function settingsOf(db: Database): Promise<SettingRow[]> {
  const transaction = db.transaction('settings')
  const [single, many] = await Promise.all([
    Promise.all(READ.map((key) => transaction.store.get(key))),
    Promise.all(READ_ALL.map((prefix) => transaction.store.getAll(IDBKeyRange.bound(prefix, `${prefix}\uffff`)))),
  ])
  return [...single, ...many.flat()].flatMap((row) => (row === undefined ? [] : [row]))
}
