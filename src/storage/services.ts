import { McpMemory, McpServer, NO_MEMORY } from '../settings/mcp-server.ts'
import { addressAtReader, ReaderService } from '../settings/reader-service.ts'
import { SearchProvider } from '../settings/search-provider.ts'
import { DamagedRecord } from './fault.ts'
import type { Database } from './schema.ts'
import { originOf, secretId } from './vault.ts'

/**
 * The services that tools use: search, reader, MCP servers. Not session state (DESIGN 8). A damaged record is thrown as DamagedRecord and
 * never overwritten with a default; a failing database rejects with a DOMException. Whose secret is bound to another origin than the one
 * saved now loses it with the same write (DESIGN 13).
 */

export const SEARCH_SECRET = 'service:search'
export const READER_SECRET = 'service:reader'
export const mcpSecret = (serverId: string): string => `mcp:${serverId}`

const SEARCH = 'search-provider'
const READER = 'reader-service'
const SERVER = 'mcp-server:'
const MEMORY = 'mcp-memory:'

export const readerOrigin = ({ template }: ReaderService): string =>
  originOf(addressAtReader(template, 'https://example.org/'))

/** null: none is set. */
export const readSearchProvider = (db: Database): Promise<SearchProvider | null> =>
  readOne(db, SEARCH, 'the search service', (value) => SearchProvider.safeParse(value))
export const readReaderService = (db: Database): Promise<ReaderService | null> =>
  readOne(db, READER, 'the reader service', (value) => ReaderService.safeParse(value))

/** null: it is removed, with its secret. */
export const saveSearchProvider = (db: Database, value: SearchProvider | null): Promise<void> =>
  write(db, SEARCH, value, [SEARCH_SECRET], value === null ? null : originOf(value.baseUrl))
export const saveReaderService = (db: Database, value: ReaderService | null): Promise<void> =>
  write(db, READER, value, [READER_SECRET], value === null ? null : readerOrigin(value))

/** The servers, oldest first; those that cannot be read are left where they are. */
export async function readMcpServers(db: Database): Promise<McpServer[]> {
  const rows = await db.getAll('settings', IDBKeyRange.bound(SERVER, `${SERVER}\uffff`))
  const servers = rows.flatMap(({ value }) => McpServer.safeParse(value).data ?? [])
  return servers.sort((a, b) => a.createdAt - b.createdAt || (a.id < b.id ? -1 : 1))
}

export const saveMcpServer = (db: Database, server: McpServer): Promise<void> =>
  write(db, SERVER + server.id, server, [mcpSecret(server.id)], originOf(server.url))

/** Deletes a server, its secrets, and what was kept of its connection. */
export async function deleteMcpServer(db: Database, serverId: string): Promise<void> {
  await write(db, SERVER + serverId, null, [mcpSecret(serverId)], null)
  await db.delete('settings', MEMORY + serverId)
}

/** What was kept of a connection; of one that cannot be read, nothing: the server says it again. */
export async function readMcpMemory(db: Database, serverId: string): Promise<McpMemory> {
  const parsed = McpMemory.safeParse((await db.get('settings', MEMORY + serverId))?.value)
  return parsed.success ? parsed.data : NO_MEMORY
}

/** Changes what is kept, and gives what it is now. */
export async function changeMcpMemory(
  db: Database,
  serverId: string,
  change: (memory: McpMemory) => McpMemory,
): Promise<McpMemory> {
  const transaction = db.transaction('settings', 'readwrite')
  const parsed = McpMemory.safeParse((await transaction.store.get(MEMORY + serverId))?.value)
  const value = change(parsed.success ? parsed.data : NO_MEMORY)
  await Promise.all([transaction.store.put({ key: MEMORY + serverId, value }), transaction.done])
  return value
}

type Parsed<Value> = { success: true; data: Value } | { success: false; error: unknown }

async function readOne<Value>(
  db: Database,
  key: string,
  what: string,
  parse: (value: unknown) => Parsed<Value>,
): Promise<Value | null> {
  const row = await db.get('settings', key)
  if (row === undefined) return null
  const parsed = parse(row.value)
  if (!parsed.success) throw new DamagedRecord(what, parsed.error as never)
  return parsed.data
}

async function write(
  db: Database,
  key: string,
  value: unknown,
  secrets: string[],
  origin: string | null,
): Promise<void> {
  const transaction = db.transaction(['settings', 'vault'], 'readwrite', { durability: 'strict' })
  const vault = transaction.objectStore('vault')
  const settings = transaction.objectStore('settings')
  const stored = await Promise.all(secrets.map((name) => vault.get(secretId(name))))
  const writes: Promise<unknown>[] = [transaction.done]
  writes.push(value === null ? settings.delete(key) : settings.put({ key, value }))
  for (const [n, secret] of stored.entries())
    if (secret !== undefined && (!('origin' in secret) || secret.origin !== origin))
      writes.push(vault.delete(secretId(secrets[n] ?? '')))
  await Promise.all(writes)
}
