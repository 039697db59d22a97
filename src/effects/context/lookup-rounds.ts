import type { Unstamped } from '../../agent/input.ts'
import { INTERNAL_TOOLS } from '../../agent/looking-back.ts'
import { sizeOfText } from '../../agent/size.ts'
import type { State } from '../../agent/state.ts'
import type { LlmMessage, LlmToolCall, Usage } from '../../llm/port.ts'
import type { SaidPart } from '../answer-buffer.ts'
import type { BuiltRequest } from './build-request.ts'
import type { LookUpSource, lookUp } from './look-up.ts'

/** Rounds of internal tools in one request: an ordinary exchange with the model that leaves no trace in the record. */

/** After this many rounds of lookups the model must answer. */
const MAX_ROUNDS = 6

const NOT_YET =
  'Not run: it came together with a look into the past. Read what that gave, then make this call again if it is still right.'

export const isInternal = ({ name }: Pick<LlmToolCall, 'name'>): boolean => INTERNAL_TOOLS.includes(name)

export type Rounds = {
  /** The request with the rounds so far; after the last round, without the internal tools. */
  added: (built: BuiltRequest) => BuiltRequest
  /**
   * Runs a round if this answer asks for one. `none`: it does not, and is the answer. `cancelled`: nothing may be
   * dispatched any more.
   */
  take: (answer: Given) => Promise<'taken' | 'none' | 'cancelled'>
  /** Number of rounds run. */
  count: () => number
}
/** `said`: the answer in its order. */
type Given = { said: SaidPart[]; usage: Usage; cost: number | null }

export type RoundPorts = {
  /** `code`: loaded before a request with internal tools leaves. */
  lookUp: { source: LookUpSource; current: () => State; code: () => Promise<typeof lookUp> }
  dispatch: (input: Unstamped) => Promise<boolean>
}

export function makeRounds(work: { cut: number; attempt: number }, { lookUp: port, dispatch }: RoundPorts): Rounds {
  const messages: LlmMessage[] = []
  const used = new Set<string>()
  let count = 0
  return {
    count: () => count,
    added: (built) => {
      for (const id of callIdsIn(built.request.messages)) used.add(id)
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
      const ids = calls.map(({ id }) => uniqueId(id, used))
      let spending: { usage?: Usage; cost?: number | null } = { usage, cost }
      for (const [index, call] of calls.entries()) {
        const { name } = call
        const told = (text: string): void => {
          results.push({ role: 'tool', id: ids[index] ?? '', name, content: [{ type: 'text', text }], isError: false })
        }
        if (!isInternal(call)) {
          told(NOT_YET)
          continue
        }
        const { text, input } = await (await port.code())(
          { name, args: call.arguments },
          work,
          port.current(),
          port.source,
        )
        if (!(await dispatch({ ...input, ...spending }))) return 'cancelled'
        spending = {}
        told(text)
      }
      const content = said
        .filter((part) => part.type !== 'sources')
        .map((part) => (part.type === 'tool-call' ? { ...part, id: ids[calls.indexOf(part)] ?? '' } : part))
      messages.push({ role: 'assistant', content }, ...results)
      count++
      return 'taken'
    },
  }
}

const callIdsIn = (messages: readonly LlmMessage[]): string[] =>
  messages.flatMap((message) =>
    message.role === 'assistant'
      ? message.content.flatMap((block) => (block.type === 'tool-call' ? [block.id] : []))
      : [],
  )

/** Providers repeat ids or send none, but results are matched by id. Reserves the id that it returns. */
const uniqueId = (wish: string, used: Set<string>): string => {
  const base = wish || 'lookup'
  let id = base
  for (let k = 2; used.has(id); k++) id = `${base}_${k}`
  used.add(id)
  return id
}
