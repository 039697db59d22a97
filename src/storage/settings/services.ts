import { GitHost } from '../../settings/git-host.ts'
import { McpMemory, McpServer, NO_MEMORY } from '../../settings/mcp-server.ts'
import { addressAtReader, ReaderService } from '../../settings/reader-service.ts'
import { SearchProvider } from '../../settings/search-provider.ts'
import { DamagedRecord } from '../fault.ts'
import type { Database } from '../schema.ts'
import { type BoundSetting, saveBound } from './bound-settings.ts'
import { changeSecrets, originOf, putSealed, sealSecret } from './vault.ts'

/**
 * The services that tools use: search, reader, relay, git host, MCP servers. Not session state. A damaged record
 * rejects with DamagedRecord and is never overwritten with a default; a failing database rejects with a DOMException.
 * Each is saved together with its secret.
 */

export const SEARCH_SECRET = 'service:search'
export const READER_SECRET = 'service:reader'
export const RELAY_SECRET = 'service:relay'
export const GIT_SECRET = 'service:git'
export const mcpSecret = (serverId: string): string => `mcp:${serverId}`
export const mcpSignInSecret = (serverId: string): string => `mcp-oauth:${serverId}`
const secretsOf = (serverId: string): [string, string] => [mcpSecret(serverId), mcpSignInSecret(serverId)]

const SEARCH = 'search-provider'
const READER = 'reader-service'
const RELAY = 'relay-service'
const GIT_HOST = 'git-host'
const SERVER = 'mcp-server:'
const MEMORY = 'mcp-memory:'

export const readerOrigin = ({ template }: ReaderService): string =>
  originOf(addressAtReader(template, 'https://example.org/'))

/** null: none is set. */
export const readSearchProvider = (db: Database): Promise<SearchProvider | null> =>
  readOne(db, SEARCH, 'the search service', (value) => SearchProvider.safeParse(value))
export const readReaderService = (db: Database): Promise<ReaderService | null> =>
  readOne(db, READER, 'the reader service', (value) => ReaderService.safeParse(value))

export const readRelay = (db: Database): Promise<ReaderService | null> =>
  readOne(db, RELAY, 'the relay', (value) => ReaderService.safeParse(value))
export const readGitHost = (db: Database): Promise<GitHost | null> =>
  readOne(db, GIT_HOST, 'the git host', (value) => GitHost.safeParse(value))

/** null removes it, with its secret. `key` as in `saveProvider`: both are saved, or neither. */
export const saveSearchProvider = (db: Database, value: SearchProvider | null, key?: string): Promise<void> =>
  write(db, { key: SEARCH, value, owners: [SEARCH_SECRET], origin: value ? originOf(value.baseUrl) : '' }, key)
export const saveReaderService = (db: Database, value: ReaderService | null, key?: string): Promise<void> =>
  write(db, { key: READER, value, owners: [READER_SECRET], origin: value ? readerOrigin(value) : '' }, key)

export const saveRelay = (db: Database, value: ReaderService | null, key?: string): Promise<void> =>
  write(db, { key: RELAY, value, owners: [RELAY_SECRET], origin: value ? readerOrigin(value) : '' }, key)
export const saveGitHost = (db: Database, value: GitHost | null, key?: string): Promise<void> =>
  write(db, { key: GIT_HOST, value, owners: [GIT_SECRET], origin: value ? originOf(value.baseUrl) : '' }, key)

const placeOf = (serverId: string): Pick<BoundSetting, 'key' | 'owners'> => ({
  key: SERVER + serverId,
  owners: secretsOf(serverId),
})

/** The servers, oldest first; unreadable ones stay where they are and are left out. */
export async function readMcpServers(db: Database): Promise<McpServer[]> {
  const rows = await db.getAll('settings', IDBKeyRange.bound(SERVER, `${SERVER}\uffff`))
  const servers = rows.flatMap(({ value }) => McpServer.safeParse(value).data ?? [])
  return servers.sort((a, b) => a.createdAt - b.createdAt || (a.id < b.id ? -1 : 1))
}

/** `headers`: its secret headers as JSON text, kept like a key. */
export const saveMcpServer = (db: Database, server: McpServer, headers?: string): Promise<void> =>
  write(db, { ...placeOf(server.id), value: server, origin: originOf(server.url) }, headers)

/**
 * Stores the state of a server's sign-in, as text; nothing if the server was removed meanwhile or has another origin
 * now.
 */
export async function saveMcpSignIn(
  db: Database,
  { id, url }: Pick<McpServer, 'id' | 'url'>,
  text: string,
): Promise<void> {
  const origin = originOf(url)
  await changeSecrets(db, async () => {
    const sealed = await sealSecret(db, mcpSignInSecret(id), origin, text)
    const transaction = db.transaction(['settings', 'vault'], 'readwrite', { durability: 'strict' })
    const server = McpServer.safeParse((await transaction.objectStore('settings').get(SERVER + id))?.value).data
    const isThere = server !== undefined && originOf(server.url) === origin
    await Promise.all([
      isThere && sealed && putSealed(transaction.objectStore('vault') as never, sealed),
      transaction.done,
    ])
  })
}

/** Deletes a server, its secrets and the memory of its connection. */
export async function deleteMcpServer(db: Database, serverId: string): Promise<void> {
  await write(db, { ...placeOf(serverId), value: null, origin: '' })
  await db.delete('settings', MEMORY + serverId)
}

/** The memory of a connection; an unreadable one counts as none: the server says it again. */
export async function readMcpMemory(db: Database, serverId: string): Promise<McpMemory> {
  const parsed = McpMemory.safeParse((await db.get('settings', MEMORY + serverId))?.value)
  return parsed.success ? parsed.data : NO_MEMORY
}

/** Changes the memory and returns the new one. Nothing is kept for a server that was removed meanwhile. */
export async function changeMcpMemory(
  db: Database,
  serverId: string,
  change: (memory: McpMemory) => McpMemory,
): Promise<McpMemory> {
  const transaction = db.transaction('settings', 'readwrite')
  const parsed = McpMemory.safeParse((await transaction.store.get(MEMORY + serverId))?.value)
  const value = change(parsed.success ? parsed.data : NO_MEMORY)
  const isThere = (await transaction.store.getKey(SERVER + serverId)) !== undefined
  await Promise.all([isThere && transaction.store.put({ key: MEMORY + serverId, value }), transaction.done])
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

const write = (db: Database, setting: BoundSetting, secret?: string): Promise<void> =>
  saveBound(db, { ...setting, secret })
