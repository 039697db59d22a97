import * as z from 'zod/mini'
import type { ToolPolicy } from '../../agent/config.ts'
import { describeError } from '../../effects/describe-error.ts'
import { withAcceptedNames } from '../../mcp/argument-names.ts'
import type { CallOptions, McpConnection } from '../../mcp/connect.ts'
import { CallUnanswered } from '../../mcp/failures.ts'
import type { McpContent, McpResult } from '../../mcp/result.ts'
import { type JsonObject, safeSchema } from '../../mcp/safe-schema.ts'
import { fullNames } from '../../mcp/tool-list.ts'
import type { McpMemory, McpServer, McpTool } from '../../settings/mcp-server.ts'
import type { Preferences } from '../../settings/preferences.ts'
import { DEFAULT_TIME_LIMIT, defineTool } from '../../tools/define-tool.ts'
import { OutcomeUnknown } from '../../tools/outcome-unknown.ts'
import { ABOUT_SERVERS } from '../../tools/servers/about-servers.ts'
import { clip, sizeInWords } from '../../tools/text-bytes.ts'
import type { FileChange, Tool, ToolContext, ToolImage, ToolOutcome, ToolText } from '../../tools/tool.ts'
import { freePath, pathOfName } from '../../tools/workspace/free-path.ts'
import { endingOf } from '../../tools/workspace/media-type.ts'
import type { RemoteTool } from '../policy/remote-tool.ts'
import { type AskingCalls, makeAskingCalls } from './asking-calls.ts'

export type Known = { server: McpServer; memory: McpMemory }

/** Does one thing at a server, over a connection that is opened or renewed as needed. */
export type Call = <Value>(
  server: McpServer,
  work: (connection: McpConnection) => Promise<Value>,
  signal: AbortSignal,
) => Promise<Value>

/** The tool's own limit ends each attempt. Between two attempts a person takes their time. */
const LONGEST_CALL = 24 * 60 * 60_000

/** All tools of one server, as last described. */
export function toolsOf({ server, memory }: Known, call: Call, asking = makeAskingCalls()): RemoteTool[] {
  const { hasResources, hasPrompts } = memory
  const own = [...fullNames(server.name, memory.tools)].map(([name, tool]) =>
    remoteTool(name, tool, { server, memory }, call, asking),
  )
  const read = (name: string): string => `${server.name}__${name}`
  const taken = new Set(own.map(({ tool }) => tool.name))
  const reading = [
    ...(hasResources ? resourceTools(server, read, call) : []),
    ...(hasPrompts ? promptTools(server, read, call) : []),
  ]
  return [...own, ...reading.filter(({ tool }) => !taken.has(tool.name))]
}

function remoteTool(
  name: string,
  described: McpTool,
  { server, memory }: Known,
  call: Call,
  asking: AskingCalls,
): RemoteTool {
  const known = memory.trustedHashes[described.name] === described.hash
  const trusted = server.trusted && known
  const repeat = trusted && described.readOnly ? 'pure' : trusted && described.idempotent ? 'idempotent' : 'once'
  // also in the form that older builds stored
  const own = safeSchema(described.inputSchema) ?? (described.inputSchema as JsonObject)
  const { schema, toServer } = withAcceptedNames(own)
  const tool = defineTool({
    name,
    label: `${server.name}: ${described.title}`,
    description: described.description,
    about: ABOUT_SERVERS,
    parameters: z.record(z.string(), z.unknown()),
    jsonSchema: schema,
    // the person sees exactly what the server gets, with its own names
    prepareArguments: toServer,
    checkedSchema: own,
    repeat,
    approval: trusted && described.readOnly ? 'allow' : 'ask',
    sequential: false,
    timeLimit: DEFAULT_TIME_LIMIT,
    ...(trusted && described.harmless && { undo: () => 'outside' as const }),
    run: async (args, context) => {
      const once = repeat === 'once'
      const start = (signal: AbortSignal): Promise<McpResult> => {
        const options = { ...optionsOf(context), signal, timeLimit: LONGEST_CALL, once }
        return call(server, (to) => to.callTool(described.name, args, options), signal)
      }
      const of = { ...context, key: context.idempotencyKey }
      const outcome = await asking.carryOut({ server, once }, of, start).catch(unlessUnanswered)
      if ('form' in outcome) return outcome
      const finished = await outcomeOf(outcome.result, context)
      return outcome.requests.length === 0 ? finished : { ...finished, requests: outcome.requests }
    },
  })
  const hash = `${described.hash}${trusted ? '+' : ''}`
  const policy = ({ approvals }: Preferences): ToolPolicy => {
    const chosen = approvals[name]
    // a permanent permission holds for the description that it was given for
    const approval = chosen === 'allow' && !known ? 'ask' : (chosen ?? tool.approval)
    return { repeat, approval, sequential: false, hash }
  }
  return { tool, hash, serverId: server.id, remote: described.name, policy }
}

const reader = (server: McpServer, tool: Tool): RemoteTool => ({
  tool,
  hash: server.trusted ? '+' : '',
  serverId: server.id,
  remote: '',
  policy: ({ approvals }) => ({
    repeat: tool.repeat,
    approval: server.trusted ? (approvals[tool.name] ?? 'allow') : 'ask',
    sequential: false,
    hash: server.trusted ? '+' : '',
  }),
})

/**
 * A tool of ours that only reads, over the protocol’s requests; the person is still asked until they trust the server.
 */
const readingTool = <Parameters extends z.ZodMiniType>(
  server: McpServer,
  call: Call,
  {
    name,
    label,
    description,
    parameters,
    work,
  }: {
    name: string
    label: string
    description: string
    parameters: Parameters
    work: (to: McpConnection, args: z.output<Parameters>, options: CallOptions) => Promise<McpResult>
  },
): RemoteTool =>
  reader(
    server,
    defineTool({
      name,
      label: `${server.name}: ${label}`,
      description,
      about: ABOUT_SERVERS,
      parameters,
      repeat: server.trusted ? 'pure' : 'once',
      approval: server.trusted ? 'allow' : 'ask',
      sequential: false,
      timeLimit: DEFAULT_TIME_LIMIT,
      run: async (args, context) =>
        await outcomeOf(await call(server, (to) => work(to, args, optionsOf(context)), context.signal), context),
    }),
  )

const asText = async (text: Promise<string>): Promise<McpResult> => ({
  content: [{ type: 'text', text: await text }],
  isError: false,
})

const resourceTools = (server: McpServer, named: (name: string) => string, call: Call): RemoteTool[] => [
  readingTool(server, call, {
    name: named('list_resources'),
    label: 'List resources',
    description: `Lists the resources of the server "${server.name}" by their addresses.`,
    parameters: z.strictObject({}),
    work: (to, _args, options) => asText(to.listResources(options)),
  }),
  readingTool(server, call, {
    name: named('read_resource'),
    label: 'Read resource',
    description: `Reads a resource of the server "${server.name}".`,
    parameters: z.strictObject({
      uri: z.string().check(z.maxLength(4000), z.describe('The address of the resource.')),
    }),
    work: (to, { uri }, options) => to.readResource(uri, options),
  }),
]

const promptTools = (server: McpServer, named: (name: string) => string, call: Call): RemoteTool[] => [
  readingTool(server, call, {
    name: named('list_prompts'),
    label: 'List prompts',
    description: `Lists the prompts that the server "${server.name}" offers, with the names of their arguments.`,
    parameters: z.strictObject({}),
    work: (to, _args, options) => asText(to.listPrompts(options)),
  }),
  readingTool(server, call, {
    name: named('get_prompt'),
    label: 'Get prompt',
    description: `Gives a prompt of the server "${server.name}", filled in.`,
    parameters: z.strictObject({
      name: z.string().check(z.maxLength(200), z.describe('The name of the prompt.')),
      arguments: z._default(z.record(z.string(), z.string()), {}).check(z.describe('Its arguments, by name.')),
    }),
    work: (to, { name, arguments: args }, options) => to.getPrompt(name, args, options),
  }),
]

const optionsOf = ({ signal, progress }: ToolContext): CallOptions => ({
  signal,
  onProgress: progress,
  timeLimit: DEFAULT_TIME_LIMIT,
})

const unlessUnanswered = (error: unknown): never => {
  throw error instanceof CallUnanswered ? new OutcomeUnknown(error.message, { cause: error }) : error
}

async function outcomeOf(
  { content, isError }: McpResult,
  { files, idempotencyKey }: ToolContext,
): Promise<ToolOutcome> {
  // the key is in the path, so no other call has it
  const folder = `from-tools/${idempotencyKey.replace(/[^\w-]/g, '').slice(0, 8) || 'call'}`
  const taken = new Map<string, string>()
  const all: Kept[] = []
  for (const block of content) all.push(await kept(block, files, { folder, taken }))
  return {
    content: all.map((each) => each.block),
    isError,
    // an error has no files
    ...(isError ? {} : { files: all.flatMap(({ file }) => file ?? []) }),
  }
}

type Kept = { block: ToolText | ToolImage; file?: FileChange }

/**
 * Stores an image or file of a result in the workspace. If it can’t be stored, the result names it instead of failing:
 * the server has acted, and a model that reads of a failure would ask it again.
 */
async function kept(
  block: McpContent,
  files: ToolContext['files'],
  { folder, taken }: { folder: string; taken: Map<string, string> },
): Promise<Kept> {
  if (block.type === 'text') return { block }
  const { mediaType, bytes, name } = block
  const about = `${mediaType || 'binary data'}, ${sizeInWords(bytes.length)}`
  try {
    const blob = await files.put(bytes)
    const wish = pathOfName(name || `${block.type}${endingOf(mediaType)}`)
    const path = freePath(`${folder}/${wish}`, taken, blob)
    const isKnown = taken.has(path)
    taken.set(path, blob)
    const file = { path, from: null, to: blob, size: bytes.length, mediaType: mediaType.slice(0, 200) }
    const image: ToolImage = { type: 'image', mediaType, blob, name: path.slice(-200) }
    const words: ToolText = { type: 'text', text: `[Saved as ${path} (${about})]` }
    return { block: block.type === 'image' ? image : words, ...(isKnown ? {} : { file }) }
  } catch (error) {
    const why = clip(describeError(error), 200)
    return {
      block: {
        type: 'text',
        text: `[${block.type === 'image' ? 'An image' : 'A file'} (${about}) that could not be stored: ${why}]`,
      },
    }
  }
}
