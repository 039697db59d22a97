import type { McpServerView, SERVICE_REQUESTS, Services } from '../../protocol/services.ts'
import { parseBaseUrl } from '../../settings/base-url.ts'
import type { McpMemory, McpServer } from '../../settings/mcp-server.ts'
import { parseReaderTemplate } from '../../settings/reader-service.ts'
import type { SearchProvider } from '../../settings/search-provider.ts'
import type { Database } from '../../storage/schema.ts'
import {
  changeMcpMemory,
  deleteMcpServer,
  GIT_SECRET,
  mcpSecret,
  READER_SECRET,
  RELAY_SECRET,
  readerOrigin,
  readGitHost,
  readMcpMemory,
  readMcpServers,
  readReaderService,
  readRelay,
  readSearchProvider,
  SEARCH_SECRET,
  saveGitHost,
  saveMcpServer,
  saveReaderService,
  saveRelay,
  saveSearchProvider,
} from '../../storage/settings/services.ts'
import { hasSecret, originOf } from '../../storage/settings/vault.ts'
import { Refused, refused } from '../refused.ts'
import type { HandlersOf } from '../request-handlers.ts'
import { testReader, testRelay, testSearch } from './test-services.ts'

/**
 * Requests of a page about the services that tools use. Every change is announced to all tabs, and the writer reads the
 * settings again.
 */
export const SERVICE_HANDLERS: HandlersOf<typeof SERVICE_REQUESTS> = {
  'list-services': (_request, { db }) => servicesOf(db),
  'save-search-provider': async ({ provider, key }, { db, settingsChanged }) => {
    const checked = provider && checkedSearch(provider)
    await saveSearchProvider(db, checked, key?.trim())
    settingsChanged()
    return servicesOf(db)
  },
  'test-search-provider': ({ provider, key }, { db }) => testSearch(db, checkedSearch(provider), key?.trim()),
  'save-reader': async ({ service, key }, { db, settingsChanged }) => {
    const checked = service && { template: checkedTemplate(service.template) }
    await saveReaderService(db, checked, key?.trim())
    settingsChanged()
    return servicesOf(db)
  },
  'test-reader': ({ service, key }, { db }) =>
    testReader(db, { template: checkedTemplate(service.template) }, key?.trim()),
  'save-relay': async ({ service, key }, { db, settingsChanged }) => {
    const checked = service && { template: checkedTemplate(service.template) }
    await saveRelay(db, checked, key?.trim())
    settingsChanged()
    return servicesOf(db)
  },
  'test-relay': ({ service, key }, { db }) =>
    testRelay(db, { template: checkedTemplate(service.template) }, key?.trim()),
  'save-git-host': async ({ host, key }, { db, settingsChanged }) => {
    await saveGitHost(db, host && { ...host, baseUrl: new URL(checkedUrl(host.baseUrl)).origin }, key?.trim())
    settingsChanged()
    return servicesOf(db)
  },
  'save-mcp-server': async ({ server, headers }, { db, settingsChanged }) => {
    const checked = await checkedServer(db, server)
    await saveMcpServer(db, checked, headers && (isEmpty(headers) ? '' : JSON.stringify(headers)))
    // the setting applies from now on, even if the server doesn’t answer; a disabled server is not contacted
    settingsChanged()
    if (checked.enabled) {
      await ask(db, checked)
      settingsChanged()
    }
    return viewOf(db, checked)
  },
  'test-mcp-server': async ({ server, headers }, { db }) => {
    const { askServer, inWords, problemOf } = await import('../mcp/mcp-servers.ts')
    try {
      const listed = await askServer(db, await checkedServer(db, server), headers)
      return { ok: true, message: inWords(listed), tools: listed.tools.map((tool) => ({ ...tool, trusted: false })) }
    } catch (error) {
      if (error instanceof Refused) throw error
      return { ok: false, message: problemOf(error), tools: [] }
    }
  },
  'refresh-mcp-server': async ({ serverId }, { db, settingsChanged }) => {
    const server = await serverOf(db, serverId)
    await ask(db, server)
    settingsChanged()
    return viewOf(db, server)
  },
  'trust-mcp-server': async ({ serverId, trusted }, { db, settingsChanged }) => {
    const server = { ...(await serverOf(db, serverId)), trusted }
    await saveMcpServer(db, server)
    await changeMcpMemory(db, serverId, (memory) => ({
      ...memory,
      trustedHashes: trusted ? Object.fromEntries(memory.tools.map(({ name, hash }) => [name, hash])) : {},
    }))
    settingsChanged()
    return viewOf(db, server)
  },
  'delete-mcp-server': async ({ serverId }, { db, settingsChanged }) => {
    const { alone, signInPort } = await import('../mcp/mcp-sign-in-port.ts')
    const { signOut } = await import('../../mcp/oauth/renew.ts')
    const server = (await readMcpServers(db)).find(({ id }) => id === serverId)
    // first of all; the tokens are removed even if their authority doesn’t answer
    if (server !== undefined) void signOut(signInPort(db, server)).catch(() => {})
    const remove = (): Promise<void> => deleteMcpServer(db, serverId)
    // waits for a sign-in that another tab is storing, but not forever: that tab may be frozen
    await alone(serverId, remove).catch(remove)
    settingsChanged()
    return null
  },
  'begin-mcp-sign-in': async ({ serverId, ...options }, { db }) => {
    const { begin } = await import('../mcp/mcp-sign-in.ts')
    return begin(db, await serverOf(db, serverId), options)
  },
  'finish-mcp-sign-in': async ({ query }, { db, settingsChanged }) => {
    const { finish, serverIdOf } = await import('../mcp/mcp-sign-in.ts')
    const serverId = serverIdOf(query)
    if (serverId === null) throw refused('not-our-sign-in')
    const server = await serverOf(db, serverId)
    const at = await finish(db, server, query)
    // the setting applies from now on, even if the server doesn’t answer
    settingsChanged()
    const { status } = await ask(db, server)
    settingsChanged()
    return { server: server.name, at, ok: status?.ok === true, message: status?.message ?? '' }
  },
  'sign-out-mcp-server': async ({ serverId }, { db, settingsChanged }) => {
    const server = await serverOf(db, serverId)
    const { leave } = await import('../mcp/mcp-sign-in.ts')
    await leave(db, server)
    settingsChanged()
    return viewOf(db, server)
  },
}

const isEmpty = (record: object): boolean => Object.keys(record).length === 0

async function ask(db: Database, server: McpServer): Promise<McpMemory> {
  const { askServer, rememberServer } = await import('../mcp/mcp-servers.ts')
  return rememberServer(db, server, askServer(db, server))
}

async function servicesOf(db: Database): Promise<Services> {
  const [search, reader, relay, gitHost, servers] = await Promise.all([
    readSearchProvider(db),
    readReaderService(db),
    readRelay(db),
    readGitHost(db),
    readMcpServers(db),
  ])
  return {
    search: search && { ...search, hasKey: await hasSecret(db, SEARCH_SECRET, originOf(search.baseUrl)) },
    reader: reader && { ...reader, hasKey: await hasSecret(db, READER_SECRET, readerOrigin(reader)) },
    relay: relay && { ...relay, hasKey: await hasSecret(db, RELAY_SECRET, readerOrigin(relay)) },
    gitHost: gitHost && { ...gitHost, hasKey: await hasSecret(db, GIT_SECRET, originOf(gitHost.baseUrl)) },
    servers: await Promise.all(servers.map((server) => viewOf(db, server))),
  }
}

async function viewOf(db: Database, server: McpServer): Promise<McpServerView> {
  const { tools, note, status, trustedHashes, signIn, signedInAt } = await readMcpMemory(db, server.id)
  return {
    ...server,
    hasHeaders: await hasSecret(db, mcpSecret(server.id), originOf(server.url)),
    status,
    signIn,
    signedInAt,
    note,
    tools: tools.map((tool) => ({ ...tool, trusted: server.trusted && trustedHashes[tool.name] === tool.hash })),
  }
}

async function serverOf(db: Database, serverId: string): Promise<McpServer> {
  const server = (await readMcpServers(db)).find(({ id }) => id === serverId)
  if (server === undefined) throw refused('server-gone')
  return server
}

/** The page also checks, to show problems beside the field; this check decides. Trust is a separate request. */
async function checkedServer(db: Database, server: McpServer): Promise<McpServer> {
  const url = checkedUrl(server.url)
  const others = (await readMcpServers(db)).filter(({ id }) => id !== server.id)
  if (others.some(({ name }) => name === server.name)) throw refused('server-name-taken', { name: server.name })
  const before = (await readMcpServers(db)).find(({ id }) => id === server.id)
  return { ...server, url, trusted: before?.trusted === true && before.url === url }
}

function checkedSearch(provider: SearchProvider): SearchProvider {
  return { ...provider, baseUrl: checkedUrl(provider.baseUrl).replace(/\/+$/, '') }
}

function checkedUrl(text: string): string {
  const url = parseBaseUrl(text)
  if (typeof url !== 'string') throw refused('bad-address', url)
  return url
}

function checkedTemplate(text: string): string {
  const template = parseReaderTemplate(text)
  if (typeof template !== 'string') throw refused('bad-address', template)
  return template
}
