import { INTERNAL_TOOLS } from '../../agent/brain-request.ts'
import type { Unstamped } from '../../agent/input.ts'
import { sizeOfText } from '../../agent/size.ts'
import type { State } from '../../agent/state.ts'
import type { LlmMessage, LlmToolCall, Usage } from '../../llm/port.ts'
import type { SaidPart } from '../answer-buffer.ts'
import type { BuiltRequest } from './build-request.ts'
import { type LookUpSource, lookUp } from './look-up.ts'

/** Rounds of internal tools in one asking: an ordinary exchange with the model that leaves no trace in the record. */

/** After so many rounds the model has to answer with what it has. */
const MAX_ROUNDS = 6

const NOT_YET =
  'Not run: it came together with a look into the past. Read what that gave, then make this call again if it is still right.'

export const isInternal = ({ name }: Pick<LlmToolCall, 'name'>): boolean => INTERNAL_TOOLS.includes(name)

export type Rounds = {
  /** The request with the rounds so far; without the internal tools when there were enough of them. */
  added: (built: BuiltRequest) => BuiltRequest
  /**
   * Carries out a round, if this answer asks for one. `none`: it does not, and is the answer. `cancelled`: nothing may be dispatched any more.
   */
  take: (answer: Given) => Promise<'taken' | 'none' | 'cancelled'>
  /** So many were carried out. */
  count: () => number
}
/** `said`: the answer in its order. */
type Given = { said: SaidPart[]; usage: Usage; cost: number | null }

export type RoundPorts = {
  lookUp: { source: LookUpSource; current: () => State }
  dispatch: (input: Unstamped) => Promise<boolean>
}

export function makeRounds(work: { cut: number; attempt: number }, { lookUp: port, dispatch }: RoundPorts): Rounds {
  const messages: LlmMessage[] = []
  let count = 0
  return {
    count: () => count,
    added: (built) => {
      if (messages.length === 0) return built
      const tools = count < MAX_ROUNDS ? built.request.tools : built.request.tools.filter((tool) => !isInternal(tool))
      return {
        ...built,
        request: { ...built.request, tools, messages: [...built.request.messages, ...messages] },
        size: built.size + messages.reduce((sum, message) => sum + sizeOfText(JSON.stringify(message)), 0),
      }
    },
    take: async ({ said, usage, cost }) => {
      const calls = said.filter((part) => part.type === 'tool-call')
      if (count >= MAX_ROUNDS || !calls.some(isInternal)) return 'none'
      const results: LlmMessage[] = []
      let spending: { usage?: Usage; cost?: number | null } = { usage, cost }
      for (const [index, call] of calls.entries()) {
        const { id, name } = call
        const told = (text: string): void => {
          const unique = uniqueId(id, count, index)
          results.push({ role: 'tool', id: unique, name, content: [{ type: 'text', text }], isError: false })
        }
        if (!isInternal(call)) {
          told(NOT_YET)
          continue
        }
        const { text, input } = await lookUp({ name, args: call.arguments }, work, port.current(), port.source)
        if (!(await dispatch({ ...input, ...spending }))) return 'cancelled'
        spending = {}
        told(text)
      }
      const content = said.map((part) =>
        part.type === 'tool-call' ? { ...part, id: uniqueId(part.id, count, calls.indexOf(part)) } : part,
      )
      messages.push({ role: 'assistant', content }, ...results)
      count++
      return 'taken'
    },
  }
}

/** Providers repeat ids, or send none; results are told apart by them. */
const uniqueId = (id: string, round: number, index: number): string => id || `lookup_${round}_${index}`
