import type { Immutable } from 'mutative'
import type { FileChange } from '../agent/content.ts'
import type { AgentInput } from '../agent/input.ts'
import type { Message, ToolCall } from '../agent/message.ts'
import { OutcomeUnknown } from '../tools/outcome-unknown.ts'
import { clip } from '../tools/text-bytes.ts'
import type { Repeat, Tool } from '../tools/tool.ts'
import { TOOL_HOOKS } from './all-tool-hooks.ts'
import { describeError } from './describe-error.ts'
import { boundContent, boundDetails } from './large-results.ts'
import { applyHook, errorWords, type FinishedTool, failed, type ParsedOutcome, parseOutcome } from './tool-outcome.ts'
import type { ToolkitPorts } from './toolkit-ports.ts'

type EndingTypes = 'toolkit-respond' | 'toolkit-error' | 'toolkit-interrupt' | 'toolkit-wait'
/** The one input that ends a tool call's effect. */
export type ToolEnding = Extract<AgentInput, { type: EndingTypes }>
export type CallWork = { toolCallId: string; attempt: number }
/**
 * `repeat`: how a second run was declared when the call was made; the tool may have changed since. `grants`: what the
 * person granted, for this session or for this call.
 */
export type ReadyCall = {
  work: CallWork
  /** The call's idempotency key. */
  key: string
  /** The session that it waited for. */
  helper: string | undefined
  /** The person's newest answer to a form of its server. */
  answered: Immutable<ToolCall>['answered']
  repeat: Repeat
  tool: Tool
  args: unknown
  grants: readonly string[]
  messages: Immutable<Message[]>
}

/** Most characters shown of a tool's progress, of its question, and of each choice. */
const PROGRESS_LENGTH = 2000
const QUESTION_LENGTH = 4000
const CHOICE_LENGTH = 500

/** Ends a call with an error that the model can read. It is not retried automatically. */
export function errorEnding(work: CallWork, error: string): Extract<ToolEnding, { type: 'toolkit-error' }> {
  return { type: 'toolkit-error', ...work, error, retryAt: null }
}

/** Ends a call that may have taken effect: the person checks and decides. */
export const unknownEnding = (work: CallWork): ToolEnding => ({ type: 'toolkit-interrupt', ...work })

/**
 * Runs the tool and returns how the call ends. Whatever the tool or a hook throws is reported to the model, except for
 * a `once` tool that cannot know whether it has acted: a model that reads about a failure repeats the call.
 */
export async function runTool(call: ReadyCall, ports: ToolkitPorts, signal: AbortSignal): Promise<ToolEnding> {
  const { work, tool, args } = call
  const outcome = await outcomeOf(call, ports, signal)
  await ports.failpoint?.('after-tool-run')
  if (outcome === 'unknown') return unknownEnding(work)
  if ('waitUntil' in outcome) {
    const { content } = await boundContent(outcome.closeWith, ports.putBlob, ports.pageBytes)
    return { type: 'toolkit-wait', ...work, for: { type: 'time', until: outcome.waitUntil, closeWith: content } }
  }
  if ('ask' in outcome) {
    const choices = outcome.ask.choices.map((choice) => clip(choice, CHOICE_LENGTH))
    const question = { text: clip(outcome.ask.text, QUESTION_LENGTH), choices }
    return { type: 'toolkit-wait', ...work, for: { type: 'answer', question } }
  }
  if ('form' in outcome) return { type: 'toolkit-wait', ...work, for: { type: 'form', form: outcome.form } }
  if ('helper' in outcome) return { type: 'toolkit-wait', ...work, for: { type: 'helper', session: outcome.helper } }
  const { afterToolCall } = ports.hooks ?? TOOL_HOOKS
  const about = { toolCallId: work.toolCallId, tool, args, messages: call.messages, signal }
  // a model that reads only about a failure repeats the call, although it has taken effect
  const finished = await applyHook(afterToolCall, about, outcome).catch((error: unknown) =>
    failed(`The tool has ended, but its result could not be looked through: ${describeError(error)}`),
  )
  if (!finished.isError) return await resultEnding(work, finished, ports)
  const { details, terminate } = finished
  return {
    ...errorEnding(work, errorWords(finished.content)),
    ...(details && { details: boundDetails(details) }),
    ...(terminate && { terminate }),
    ...spendingIn(finished),
  }
}

/** What the call spent, and for which models. */
function spendingIn({
  spent,
  requests = [],
}: FinishedTool): Pick<ToolEnding & { type: 'toolkit-respond' }, 'spent' | 'shares'> {
  if (requests.length === 0) return spent ? { spent } : {}
  const sum = { tokens: spent?.tokens ?? 0, cost: spent?.cost ?? 0 }
  for (const { usage, cost } of requests) {
    sum.tokens += usage.input + usage.output
    sum.cost += cost ?? 0
  }
  return { spent: sum, shares: [...requests] }
}

async function outcomeOf(
  call: ReadyCall,
  ports: ToolkitPorts,
  signal: AbortSignal,
): Promise<ParsedOutcome | 'unknown'> {
  const { work, repeat, tool, args, grants } = call
  const { delegate } = ports
  let over = false
  try {
    const progress = (text: string): void => {
      if (!over && !signal.aborted) ports.progress(work.toolCallId, clip(String(text), PROGRESS_LENGTH))
    }
    const files = ports.filesFor(signal)
    return parseOutcome(
      await tool.run(args, {
        signal,
        progress,
        files,
        idempotencyKey: call.key,
        calledAt: calledAt(call.messages, work.toolCallId),
        attempt: work.attempt,
        sampling: ports.sampling && { ...ports.sampling, isGranted: (grant) => grants.includes(grant) },
        answered: call.answered,
        isOpen: () => ports.isOpen?.(work.toolCallId) === true,
        pageBytes: ports.pageBytes,
        runCode: ports.runCode,
        runPython: ports.runPython,
        runShell: ports.runShell,
        disk: ports.disk,
        makeDocument: ports.makeDocument,
        bundlePage: ports.bundlePage,
        lookAtPage: ports.lookAtPage,
        lastResult: (name) => lastResultOf(call.messages, name),
        show: ports.show,
        notify: ports.notify,
        memory: ports.memory,
        skills: ports.skills,
        recurring: ports.recurring,
        findTools: ports.findTools,
        delegate:
          delegate && ((job) => delegate({ id: work.toolCallId, key: call.key, helper: call.helper }, job, signal)),
        web: ports.web?.(grants),
      }),
    )
  } catch (error) {
    if (error instanceof OutcomeUnknown && repeat === 'once') return 'unknown'
    return failed(describeError(error))
  } finally {
    over = true
  }
}

const calledAt = (messages: Immutable<Message[]>, toolCallId: string): number | undefined =>
  messages.find((row) => row.role === 'assistant' && row.calls.some(({ id }) => id === toolCallId))?.timestamp

/** null: no row in memory has one. */
function lastResultOf(messages: Immutable<Message[]>, name: string): string | null {
  const calls = messages.flatMap((row) => (row.role === 'assistant' ? row.calls : []))
  const settled = calls.findLast((call) => call.name === name && call.result?.kind === 'ok')
  const block = settled?.result?.content[0]
  return block?.type === 'text' ? block.text : null
}

async function resultEnding(work: CallWork, finished: FinishedTool, ports: ToolkitPorts): Promise<ToolEnding> {
  const { content, blob } = await boundContent(finished.content, ports.putBlob, ports.pageBytes)
  const { details, plan, found, terminate } = finished
  const { files, projectFiles } = splitFiles(finished.files ?? [], ports)
  const ending: ToolEnding = {
    type: 'toolkit-respond',
    ...work,
    content,
    known: [],
    terminate,
    ...(blob !== undefined && { blob }),
    ...(details && { details: boundDetails(details) }),
    ...spendingIn(finished),
    ...(plan && { plan }),
    ...(found && { found }),
    ...(projectFiles && { projectFiles }),
  }
  if (files.length === 0) return ending
  try {
    return { ...ending, files, known: await ports.readFileEntries(files.map(({ path }) => path)) }
  } catch (error) {
    return errorEnding(work, `The tool has run, but its changes of files could not be saved: ${describeError(error)}`)
  }
}

/** The changes of the session's own files, and those of its project's. */
function splitFiles(
  all: readonly FileChange[],
  { projectFiles: port }: Pick<ToolkitPorts, 'projectFiles'>,
): { files: FileChange[]; projectFiles: { project: string; files: FileChange[] } | null } {
  const project = port?.project()
  if (port === undefined || project === undefined) return { files: [...all], projectFiles: null }
  const isShared = ({ path }: FileChange): boolean => path.startsWith(port.folder)
  const shared = all.filter(isShared).map((change) => ({ ...change, path: change.path.slice(port.folder.length) }))
  return {
    files: all.filter((change) => !isShared(change)),
    projectFiles: shared.length === 0 ? null : { project, files: shared },
  }
}
