import type { AnswerBlock, PlainBlock } from './content.ts'
import { type Answer, type Message, speaks, type ToolCall } from './message.ts'
import type { Summary } from './state.ts'
import { CONTINUE, EMPTY_MESSAGE, text } from './words.ts'

/** What a call of an internal tool looked like, and what it gave: kept by the effect for the rest of the run, never in the record. */
type InternalCall = Pick<ToolCall, 'providerId' | 'name' | 'args' | 'meta'> & { result: string }

export type ContextCall = Pick<ToolCall, 'id' | 'providerId' | 'name' | 'args' | 'meta'> & {
  content: PlainBlock[]
  isError: boolean
}
export type ContextItem =
  | { role: 'user'; content: PlainBlock[] }
  | { role: 'assistant'; content: AnswerBlock[]; calls: ContextCall[] }
  | { role: 'tool'; call: ContextCall }

export type ContextSource = {
  summary: Summary | null
  /** The rows that `summary.loaded` names; others do no harm. */
  loadedCalls: readonly Message[]
  /** All rows with `seq` > `summary.cutAt` (all rows without a summary), sorted by `n`. Rows newer than the cut are left out here. */
  messages: readonly Message[]
  cut: number
  /** By the cut of the answer that made them. */
  internalRounds?: ReadonlyMap<number, readonly InternalCall[]>
}

/**
 * The context for one asking: a function of its cut, so that asking again for the same cut asks the same thing (DESIGN 6). Law: starts
 * with the user, ends with the user or a tool result; every call is followed by its result, in call order; nothing is empty; no two
 * neighbours of one role, save results. Streaming, waiting, failed and replaced answers are left out; an aborted one gives its text only.
 */
export const contextFor = ({ summary, loadedCalls, messages, cut, internalRounds }: ContextSource): ContextItem[] => {
  const items: ContextItem[] = []
  const seen = (answer: Answer): boolean => speaks(answer) && (answer.settledAt ?? cut + 1) <= cut
  if (summary) {
    const shown = messages.filter(
      (row): row is Answer => row.role === 'assistant' && row.seq > summary.cutAt && seen(row),
    )
    const inFull = new Set(shown.flatMap((answer) => answer.calls.map((call) => call.id)))
    const loaded = loadedFrom(loadedCalls, summary, seen).filter((call) => !inFull.has(call.id))
    for (const call of loaded) inFull.add(call.id)
    say(items, text(wordsOf(summary, inFull)))
    turn(items, [], loaded.map(contextCall))
  }
  for (const row of messages) {
    if (summary && row.seq <= summary.cutAt) continue
    if (row.role === 'user') {
      if (row.seq <= cut) say(items, filled(row.content))
    } else if (seen(row)) {
      const internal = (internalRounds?.get(row.cut) ?? []).map((call, index) => internalCall(row, call, index))
      turn(items, heard(row), [...internal, ...row.calls.map(contextCall)])
    }
  }
  if (items.length === 0 || items.at(-1)?.role === 'assistant') say(items, text(CONTINUE))
  return items
}

const say = (items: ContextItem[], content: readonly PlainBlock[]): void => {
  const last = items.at(-1)
  if (last?.role === 'user') last.content.push(...content)
  else items.push({ role: 'user', content: [...content] })
}

const turn = (items: ContextItem[], content: AnswerBlock[], calls: ContextCall[]): void => {
  if (calls.length === 0 && !content.some((block) => block.type === 'text')) return
  const last = items.at(-1)
  if (last === undefined || last.role === 'assistant') say(items, text(CONTINUE))
  items.push({ role: 'assistant', content, calls })
  for (const call of calls) items.push({ role: 'tool', call })
}

const isFilled = (block: PlainBlock | AnswerBlock): boolean => block.type !== 'text' || block.text.trim() !== ''

/** Providers refuse empty messages. */
const filled = (content: readonly PlainBlock[]): readonly PlainBlock[] => {
  const kept = content.filter(isFilled)
  return kept.length > 0 ? kept : text(EMPTY_MESSAGE)
}

/** Thinking of a stopped answer has no signature yet, or may lack it, and would be refused. */
const heard = ({ status, content }: Answer): AnswerBlock[] =>
  content.filter((block) => isFilled(block) && (block.type === 'text' || status === 'complete'))

const contextCall = ({ id, providerId, name, args, meta, result }: ToolCall): ContextCall => ({
  id,
  providerId,
  name,
  args,
  ...(meta && { meta }),
  content: result?.content.filter(isFilled) ?? [],
  isError: result !== null && result.kind !== 'ok' && result.kind !== 'reported',
})

const internalCall = ({ cut, attempt }: Answer, call: InternalCall, index: number): ContextCall => ({
  id: `${cut}.${attempt}.internal-${index}`,
  providerId: call.providerId,
  name: call.name,
  args: call.args,
  ...(call.meta && { meta: call.meta }),
  content: text(call.result),
  isError: false,
})

const loadedFrom = (rows: readonly Message[], summary: Summary, seen: (answer: Answer) => boolean): ToolCall[] => {
  const wanted = new Set(summary.loaded.map((call) => call.id))
  const old = rows.filter((row): row is Answer => row.role === 'assistant' && row.seq <= summary.cutAt && seen(row))
  const once = new Map(old.map((answer) => [answer.n, answer]))
  return [...once.values()]
    .sort((a, b) => a.n - b.n)
    .flatMap((answer) => answer.calls.filter((call) => wanted.has(call.id)))
}

/** The summary as the brain reads it, with the list of old calls that it may load. */
const wordsOf = (summary: Summary, inFull: ReadonlySet<string>): string => {
  const listed = summary.calls.filter((call) => !inFull.has(call.id)).map((call) => `- ${call.id} ${call.name}`)
  const words = `Summary of the conversation so far:\n${summary.text}`
  return listed.length === 0
    ? words
    : `${words}\n\nEarlier tool calls (load_tool_call shows one):\n${listed.join('\n')}`
}
