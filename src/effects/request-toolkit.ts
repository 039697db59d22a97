import type { Immutable } from 'mutative'
import type { Effect } from '../agent/effect.ts'
import { grantsIn } from '../agent/grants.ts'
import type { Unstamped } from '../agent/input.ts'
import { keyOf, type ToolCall } from '../agent/message.ts'
import { repeatedWords } from '../agent/same-call.ts'
import type { State } from '../agent/state.ts'
import type { EffectInitializer } from '../moorex/definition.ts'
import type { Tool } from '../tools/tool.ts'
import { parseArguments } from '../tools/validate.ts'
import { TOOL_HOOKS } from './all-tool-hooks.ts'
import { describeError } from './describe-error.ts'
import { unknownTool } from './prepare-calls.ts'
import { limitOf, withLimit } from './time-limit.ts'
import { type CallWork, errorEnding, type ReadyCall, runTool, type ToolEnding, unknownEnding } from './tool-ending.ts'
import { problemBefore } from './tool-hooks.ts'
import type { ToolkitPorts } from './toolkit-ports.ts'

export type { ToolkitPorts } from './toolkit-ports.ts'

type RequestToolkit = Extract<Effect, { kind: 'request-toolkit' }>

/**
 * The effect `request-toolkit`: runs one attempt of one tool call. It acts only after `toolkit-start` is committed and
 * reconciled, and ends with exactly one of respond, error, interrupt or wait; if cancelled, with none. A `once` call
 * that was already started is never run again: it ends with an unknown outcome. So does a `once` call over its time
 * limit, or whose tool cannot know whether it has acted (OutcomeUnknown). If it is cancelled because another device
 * took over the session, such a call continues to its end, and only `ports.late` gets the outcome. `start` rejects only
 * if the state does not have the call, which the machine's index rules out.
 */
export function requestToolkit(
  effect: Immutable<RequestToolkit>,
  state: Immutable<
    Pick<State, 'messages'> & { config?: Pick<State['config'], 'grants'>; head?: Pick<State['head'], 'sameCall'> }
  >,
  ports: ToolkitPorts,
): EffectInitializer<Unstamped> {
  const controller = new AbortController()
  let acting = false
  let late: ((ending: ToolEnding) => void) | null = null
  /** False: cancelled while it waited. */
  const hasWaited = async (waits: Promise<void> | undefined): Promise<boolean> => {
    try {
      await waits
    } catch (error) {
      if (!controller.signal.aborted) throw error
    }
    return !controller.signal.aborted
  }
  return {
    start: async (dispatch) => {
      const call = callOf(effect, state)
      const work: CallWork = { toolCallId: call.id, attempt: effect.attempt }
      const end = async (ending: ToolEnding): Promise<void> => {
        await ports.failpoint?.('before-tool-respond')
        const shared = ending.type === 'toolkit-respond' ? ending.projectFiles : undefined
        if (shared === undefined || ports.projectFiles === undefined) return void (await dispatch(ending))
        await ports.projectFiles
          .holding(shared, controller.signal, async (problem) => {
            await dispatch(problem === null ? ending : errorEnding(work, problem))
          })
          .catch(async (error: unknown) => {
            if (!controller.signal.aborted)
              await dispatch(
                errorEnding(work, `The files of the project could not be changed: ${describeError(error)}`),
              )
          })
      }
      if (call.repeat === 'once' && call.started) return await end(unknownEnding(work))
      // before it counts as started: their code may load slowly, and a started `once` call is never run again
      const tools = await ports.tools
      if (!(await hasWaited(ports.unlocked?.(call.name, controller.signal)))) return
      await ports.failpoint?.('before-tool-start')
      const clean = call.started && ports.clean?.() ? { clean: true } : {}
      if (!(await dispatch({ type: 'toolkit-start', ...work, ...clean }))) return
      await ports.failpoint?.('after-tool-start')
      // another device that takes over must not run it again, so it must be able to see this start first
      if (call.repeat === 'once' && !(await hasWaited(ports.published?.(controller.signal)))) return
      const ready = { work, tools, grants: grantsOf(call, state.config), messages: state.messages }
      acting = call.repeat === 'once'
      const ending = await carryOut(call, ready, ports, controller)
      if (ending === null) return
      if (late !== null) late(ending)
      else await end(withRepeated(ending, state.head && repeatedWords(call, state.head)))
    },
    cancel: () => {
      if (acting) late = ports.late?.() ?? null
      if (late === null) controller.abort(new DOMException('The call was stopped.', 'AbortError'))
    },
  }
}

/** `words`: added to the result or error for the model. */
const withRepeated = (ending: ToolEnding, words: string | null | undefined): ToolEnding => {
  if (!words) return ending
  if (ending.type === 'toolkit-respond')
    return { ...ending, content: [...ending.content, { type: 'text', text: words }] }
  return ending.type === 'toolkit-error' ? { ...ending, error: `${ending.error}\n${words}` } : ending
}

/** A running call has the grant that it needs, just for this call or permanently. */
const grantsOf = (
  { grant }: Immutable<ToolCall>,
  config: { readonly grants?: readonly string[] | undefined } | undefined,
): string[] => [...(config?.grants ?? []), ...(grant === undefined ? [] : grantsIn(grant))]

function callOf(
  effect: Immutable<RequestToolkit>,
  { messages }: Immutable<Pick<State, 'messages'>>,
): Immutable<ToolCall> {
  const row = messages.find(({ n }) => n === effect.n)
  const call = row?.role === 'assistant' ? row.calls.find(({ id }) => id === effect.toolCallId) : undefined
  if (!call) throw new Error(`The tool call ${effect.toolCallId} is not in row ${effect.n}.`)
  return call
}

const CHANGED =
  'The server of this tool describes it differently now than when it was called, so nothing was done. Look at its description, and call it again if it is still what you want: the person will be asked anew.'

/** null: cancelled, nothing is dispatched. The arguments are checked again, since a person may have edited them. */
async function carryOut(
  call: Immutable<ToolCall>,
  { tools, ...ready }: Pick<ReadyCall, 'work' | 'grants' | 'messages'> & { tools: readonly Tool[] },
  ports: ToolkitPorts,
  controller: AbortController,
): Promise<ToolEnding | null> {
  const { work, messages } = ready
  const tool = tools.find(({ name }) => name === call.name)
  if (!tool) return errorEnding(work, unknownTool(call.name, tools))
  if (await ports.changed?.(call.name, ready.grants)) return errorEnding(work, CHANGED)
  const { args, problem } = parseArguments(tool, call.args)
  if (problem !== undefined) return errorEnding(work, problem)
  const blocked = await problemBefore(
    ports.hooks ?? TOOL_HOOKS,
    { stage: 'starting', tool, args, messages },
    controller,
  )
  if (blocked !== null) return errorEnding(work, blocked)
  await ports.failpoint?.('before-tool-run')
  const limited = await withLimit(controller, tool.timeLimit, () =>
    runTool(
      { ...ready, key: keyOf(call), helper: call.helper, answered: call.answered, repeat: call.repeat, tool, args },
      ports,
      controller.signal,
    ),
  )
  switch (limited.type) {
    case 'done':
      return limited.value
    case 'failed':
      return errorEnding(work, describeError(limited.error))
    case 'cancelled':
      return null
    case 'over-limit':
      if (call.repeat === 'once') return unknownEnding(work)
      return errorEnding(work, `The tool took longer than ${limitOf(tool.timeLimit) / 1000} seconds and was stopped.`)
  }
}
