import type { McpConnection } from '../../mcp/connect.ts'
import type { McpContent, McpResult } from '../../mcp/result.ts'
import { visibleOf } from '../../mcp/visible.ts'
import type { Given, MCP_OFFER_REQUESTS } from '../../protocol/mcp-offers.ts'
import type { McpServer } from '../../settings/mcp-server.ts'
import type { Database } from '../../storage/schema.ts'
import { readMcpServers } from '../../storage/settings/services.ts'
import { endingOf } from '../../tools/workspace/media-type.ts'
import { readKnown } from '../mcp/known-servers.ts'
import { problemOf, withServer } from '../mcp/mcp-servers.ts'
import { Refused, refused } from '../refused.ts'
import type { HandlersOf } from '../request-handlers.ts'

/** A prompt or a resource becomes files, which the page attaches: they are data, and the session becomes private. */

const LIMIT = 60_000
/** Characters of all texts. */
const MOST_TEXT = 2_000_000

export const MCP_OFFER_HANDLERS: HandlersOf<typeof MCP_OFFER_REQUESTS> = {
  'list-mcp-offers': async (_request, { db }) =>
    (await readKnown(db)).map(({ server, memory: { prompts, resources } }) => ({
      ...{ serverId: server.id, server: server.name, prompts, resources },
    })),
  'get-mcp-prompt': ({ serverId, name, args }, { db }) =>
    given(db, serverId, name, (to, options) => to.getPrompt(name, args, options)),
  'read-mcp-resource': ({ serverId, uri }, { db }) =>
    given(db, serverId, lastPart(uri), (to, options) => to.readResource(uri, options)),
}

type Work = (to: McpConnection, options: { signal: AbortSignal; timeLimit: number }) => Promise<McpResult>

async function given(db: Database, serverId: string, name: string, work: Work): Promise<Given> {
  const server = await enabled(db, serverId)
  const signal = AbortSignal.timeout(LIMIT)
  try {
    const { content } = await withServer(db, server, signal, (to) => work(to, { signal, timeLimit: LIMIT }))
    return filesOf(content, `${server.name}-${plain(name) || 'answer'}`)
  } catch (error) {
    if (error instanceof Refused) throw error
    throw new Refused(problemOf(error))
  }
}

async function enabled(db: Database, serverId: string): Promise<McpServer> {
  const server = (await readMcpServers(db)).find(({ id }) => id === serverId)
  if (server?.enabled !== true) throw refused('server-gone')
  return server
}

/** Texts in one file, without what nobody can see; each image and file as it is. */
function filesOf(content: readonly McpContent[], name: string): Given {
  const texts = content.flatMap((block) => (block.type === 'text' ? [block.text] : []))
  const whole = visibleOf(texts.join('\n\n').slice(0, MOST_TEXT))
  const text = whole.text.trim()
  const others = content.flatMap((block, place) => {
    if (block.type === 'text') return []
    const { mediaType, bytes } = block
    const wish = plain(block.name) || `${name}-${place + 1}${endingOf(mediaType)}`
    return [{ name: wish, mediaType: mediaType.slice(0, 100), bytes }]
  })
  const words = { name: `${name}.md`, mediaType: 'text/markdown', bytes: new TextEncoder().encode(text) }
  const files = [...(text === '' ? [] : [words]), ...others]
  if (files.length === 0) throw refused('server-gave-nothing')
  return { files, removed: whole.removed }
}

/** A name in letters, digits and `.-_`. */
const plain = (name: string): string =>
  name
    .normalize('NFC')
    .replace(/[^\p{L}\p{N}._-]+/gu, '-')
    .replace(/^[-.]+|-+$/g, '')
    .slice(0, 80)

const lastPart = (uri: string): string => /([^/?#]*)\/?(?:[?#].*)?$/s.exec(uri)?.[1]?.replace(/\.md$/, '') ?? ''
