import type { McpTool } from '../settings/mcp-server.ts'
import { hashOf } from './hash-of.ts'
import { NO_ARGUMENTS, safeSchema } from './safe-schema.ts'

/** Most tools of one server. Many tools are deferred: only a few are part of a request. */
export const MAX_SERVER_TOOLS = 400
/** Most characters of all schemas of one server together. Further tools take any arguments. */
const MAX_SCHEMAS = 2_000_000
const MAX_DESCRIPTION = 2000
const MAX_TITLE = 100

/** A tool in its server's own words, none of which is trusted. */
export type DescribedTool = {
  name: string
  title?: string | undefined
  description?: string | undefined
  inputSchema?: unknown
  annotations?:
    | {
        title?: string | undefined
        readOnlyHint?: boolean | undefined
        idempotentHint?: boolean | undefined
        destructiveHint?: boolean | undefined
      }
    | undefined
}

/** The tools to offer, bounded, and a sentence about the others ('' if none). */
export async function boundTools(
  described: readonly DescribedTool[],
  more: boolean,
): Promise<{ tools: McpTool[]; note: string }> {
  const tools: McpTool[] = []
  let unusable = 0
  let left = 0
  const names = new Set<string>()
  let schemas = 0
  for (const tool of described) {
    if (typeof tool?.name !== 'string' || tool.name === '' || tool.name.length > 128 || names.has(tool.name)) unusable++
    else if (tools.length >= MAX_SERVER_TOOLS) left++
    else {
      names.add(tool.name)
      const bounded = await boundTool(tool, schemas < MAX_SCHEMAS)
      schemas += JSON.stringify(bounded.inputSchema).length
      tools.push(bounded)
    }
  }
  const notes = [
    left > 0 || more
      ? `Only the first ${MAX_SERVER_TOOLS} of its ${more ? 'more than ' : ''}${described.length} tools are offered.`
      : '',
    unusable > 0 ? `${unusable} have a missing, overlong or duplicate name.` : '',
  ]
  return { tools, note: notes.filter((note) => note !== '').join(' ') }
}

/** `hasRoom`: its schema is kept. */
async function boundTool(tool: DescribedTool, hasRoom: boolean): Promise<McpTool> {
  const { annotations } = tool
  const schema = hasRoom ? safeSchema(tool.inputSchema) : null
  const words = clip(wordsOf(tool.description), MAX_DESCRIPTION)
  const unchecked = schema === null ? ' (Its arguments are described by a schema too large to be given here.)' : ''
  return {
    name: tool.name,
    title: clip(wordsOf(tool.title) || wordsOf(annotations?.title) || tool.name, MAX_TITLE),
    description: (words || tool.name) + unchecked,
    inputSchema: schema ?? NO_ARGUMENTS,
    // A tool that destroys also reads: the two hints together are a lie.
    readOnly: annotations?.readOnlyHint === true && annotations.destructiveHint !== true,
    idempotent: annotations?.idempotentHint === true,
    ...(annotations?.destructiveHint === false && { harmless: true }),
    hash: await hashOf([tool.name, tool.title, tool.description, tool.inputSchema, annotations]),
  }
}

const wordsOf = (value: unknown): string => (typeof value === 'string' ? value : '')
const clip = (text: string, max: number): string => (text.length > max ? `${text.slice(0, max - 1)}…` : text)

/**
 * `<server>__<tool>` in the letters and the length that every provider takes; different for different tools of one
 * server.
 */
export function fullNames(server: string, tools: readonly McpTool[]): Map<string, McpTool> {
  const names = new Map<string, McpTool>()
  for (const tool of tools) {
    const wish = `${server}__${tool.name.replace(/[^A-Za-z0-9_-]/g, '_')}`
    const short = wish.length <= 64 && !names.has(wish) ? wish : `${wish.slice(0, 55)}_${tool.hash.slice(0, 8)}`
    if (!names.has(short)) names.set(short, tool)
  }
  return names
}
