import type { AgentInput } from '../agent/input.ts'
import { allows, type Mode } from '../agent/mode.ts'
import type { State } from '../agent/state.ts'
import { excessIn } from '../json/bounds.ts'
import { forgiven } from '../tools/forgive-arguments.ts'
import type { Files, Tool } from '../tools/tool.ts'
import { parseObject, validateArguments } from '../tools/validate.ts'
import { linksGrant, wordsGrant } from '../tools/web/origin-grant.ts'
import { quote } from '../tools/workspace/path.ts'
import { TOOL_HOOKS } from './all-tool-hooks.ts'
import { describeError } from './describe-error.ts'
import { freeIn, isTypedIn } from './free-in.ts'
import { opensOf } from './opened-addresses.ts'
import { isPrivate, type Provenance, unknownPartOf } from './provenance.ts'
import { type BeforeToolCall, problemBefore, type ToolHooks } from './tool-hooks.ts'

/** A call as `brain-call-tools` announces it. */
export type PreparedCall = Extract<AgentInput, { type: 'brain-call-tools' }>['toolCalls'][number]
/** A call as the model wrote it. */
export type ReceivedCall = Omit<PreparedCall, 'problem' | Need>
type Need = 'grant' | 'sends' | 'opens' | 'freeIn'

/** `mode`: the session's, and at most that of the sessions that it helps. */
export type Trust = {
  mode: Mode
  state: Pick<State, 'config' | 'head'>
  /** Whether the person set a tool to ask in all sessions. */
  isToAsk: (tool: string) => boolean
}

/** `hooks`: by default those of the product. */
export type PrepareContext = Partial<Pick<BeforeToolCall, 'messages'>> & {
  tools: readonly Tool[]
  hooks?: ToolHooks | undefined
  /** What the session has learned so far; read only if a call could send something. Absent: nothing private. */
  provenance?: (() => Promise<Provenance>) | undefined
  /** What the session lets run without a question. Absent: nothing. */
  trust?: Trust | undefined
  /** The session's workspace. */
  files?: Pick<Files, 'list' | 'read'> | undefined
}

/**
 * Prepares the calls of one answer, in order, before they are dispatched (seed 004): find the tool, `prepareArguments`,
 * schema, what it needs approval for, `beforeToolCall`. A call that fails at any step gets a `problem` in words for the
 * model and enters closed. `args` stays as the model wrote it unless `prepareArguments` changed it. Never rejects.
 */
export async function prepareCalls(calls: readonly ReceivedCall[], context: PrepareContext): Promise<PreparedCall[]> {
  const prepared: PreparedCall[] = []
  const opened: string[] = []
  for (const call of calls) prepared.push(await prepareCall(call, context, opened))
  return prepared
}

async function prepareCall(
  call: ReceivedCall,
  { tools, messages = [], hooks = TOOL_HOOKS, provenance, trust, files }: PrepareContext,
  opened: string[],
): Promise<PreparedCall> {
  const tool = tools.find(({ name }) => name === call.name)
  if (!tool) return { ...call, args: kept(call.args), problem: unknownTool(call.name, tools) }
  const received = parseObject(call.args)
  if (received.problem !== undefined) return { ...call, args: kept(call.args), problem: received.problem }
  try {
    // an MCP server's tool defines its own argument names
    const mended = tool.jsonSchema ? received.value : forgiven(tool, received.value)
    const value = tool.prepareArguments ? await tool.prepareArguments(mended, { files }) : mended
    const { args, problem } = validateArguments(tool, value)
    if (problem !== undefined) return { ...call, problem }
    const ready = value === received.value && call.args.trim() !== '' ? call : { ...call, args: JSON.stringify(value) }
    const own = needsOf(tool, args)
    const needs = { ...own, ...(await leavesUnasked(tool, args, own, provenance, opened)) }
    const free = trust === undefined ? null : await modeFor(tool, args, needs, trust, provenance)
    const announced = { ...ready, ...needs, ...(free !== null && { freeIn: free }) }
    const blocked = await problemBefore(hooks, { stage: 'announced', tool, args, messages }, new AbortController())
    return blocked === null ? announced : { ...ready, problem: blocked }
  } catch (error) {
    return { ...call, problem: `This call could not be prepared: ${describeError(error)}` }
  }
}

/** Most characters kept of arguments that exceed the bounds. They never run, and are part of each later request. */
const KEPT_OF_EXCESS = 20_000

const kept = (args: string): string =>
  excessIn(args) === null ? args : args.slice(0, KEPT_OF_EXCESS).replace(/[\uD800-\uDBFF]$/, '')

type Needs = Pick<PreparedCall, Need>

function needsOf(tool: Tool, args: unknown): Needs {
  const grant = tool.grantFor?.(args) ?? null
  return grant === null ? {} : { grant }
}

/** What this call would send out that needs approval. `opened`: addresses of earlier calls of this answer; grows. */
async function leavesUnasked(
  tool: Tool,
  args: unknown,
  own: Needs,
  learnt: PrepareContext['provenance'],
  opened: string[],
): Promise<Needs> {
  if (tool.sends === undefined || learnt === undefined) return {}
  const provenance = await learnt()
  const sent = tool.sends(args)
  if ('words' in sent) return isPrivate(provenance) ? { grant: wordsGrant(tool.name, sent.to) } : {}
  const sends = unknownPartOf(provenance, sent.address)
  if (sends !== null) return { sends }
  const opens = opensOf(provenance, sent.address, opened)
  opened.push(sent.address)
  // sending data always needs a question
  return opens === null || own.grant?.startsWith('push:')
    ? {}
    : { opens, grant: linksGrant(new URL(sent.address).origin) }
}

/** The most careful mode in which the call needs no approval; null: none, or none that the session has. */
async function modeFor(
  tool: Tool,
  args: unknown,
  { grant, sends, opens }: Needs,
  { mode, state, isToAsk }: Trust,
  learnt: PrepareContext['provenance'],
): Promise<Mode | null> {
  const policy = Object.hasOwn(state.config.tools, tool.name) ? state.config.tools[tool.name] : undefined
  // most calls ask about nothing
  if (learnt === undefined || (grant === undefined && policy?.approval !== 'ask')) return null
  const provenance = await learnt()
  const sent = tool.sends?.(args as never)
  const address = sent !== undefined && 'address' in sent ? sent.address : ''
  const free = freeIn({
    ...{ tool, args, policy, grant, address },
    isToAsk: isToAsk(tool.name) || (tool.approval === 'allow' && policy?.approval === 'ask'),
    asksAnyway: sends !== undefined || opens !== undefined,
    isPrivate: isPrivate(provenance),
    isTyped: isTypedIn(provenance.typed, address, state),
  })
  return free !== null && allows(mode, free) ? free : null
}

/** An error text for a call of a tool that does not exist. */
export function unknownTool(name: string, tools: readonly Tool[]): string {
  const names = tools.map((tool) => tool.name).slice(0, 100)
  return `There is no tool ${quote(name)}. ${names.length === 0 ? 'There are no tools.' : `The tools are: ${names.join(', ')}.`}`
}
