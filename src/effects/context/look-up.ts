import { wordsOfBlock } from '../../agent/attachments.ts'
import { EXPAND_HISTORY, LOAD_TOOL_CALL, SEARCH_HISTORY } from '../../agent/brain-request.ts'
import { roomFor } from '../../agent/compress/plan.ts'
import { serialised, shortTo } from '../../agent/compress/serialise.ts'
import type { Unstamped } from '../../agent/input.ts'
import type { Message, ToolCall } from '../../agent/message.ts'
import { shortened } from '../../agent/shorten.ts'
import { sizeOfCall, sizeOfMessages } from '../../agent/size.ts'
import type { State } from '../../agent/state.ts'
import type { RequestSource } from './build-request.ts'

/**
 * Internal tools (seed 002), carried out inside an asking: what they give goes back to the model at once, what they change is dispatched.
 * Whatever the model wrote, each call gives words for it; none of them throws for what it was asked.
 */

export type LookUpSource = RequestSource & {
  /** The answer that made a call of this session, by the call's id; null: there is none. */
  answerOf: (toolCallId: string) => Promise<Message | null>
  /** The last `count` rows that joined up to `seq`, by `n`. */
  messagesUpTo: (seq: number, count: number) => Promise<Message[]>
  /** All rows, the newest pages first; each page by `n`. */
  pages: () => AsyncIterable<Message[]>
}

type Work = { cut: number; attempt: number }
type LookUpInput = Extract<
  Unstamped,
  { type: 'brain-load-tool-call' | 'brain-expand-history' | 'brain-search-history' }
>
export type LookedUp = { text: string; input: LookUpInput }

const PAGE = 12_000
const LONGEST = 40_000
const MOST_HITS = 8
const AROUND = 200

/** `args` is JSON text as the model wrote it. */
export async function lookUp(
  { name, args }: { name: string; args: string },
  work: Work,
  state: State,
  source: LookUpSource,
): Promise<LookedUp> {
  const counted: LookUpInput = { type: 'brain-search-history', ...work }
  const given = objectIn(args)
  if (given === null) return { text: 'The arguments are not a JSON object.', input: counted }
  if (name === LOAD_TOOL_CALL) return load(given, work, state, source, counted)
  if (name === EXPAND_HISTORY) return expand(given, work, state, source, counted)
  if (name === SEARCH_HISTORY) return { text: await search(given, work.cut, source), input: counted }
  return { text: `There is no tool named "${name}".`, input: counted }
}

function objectIn(args: string): Record<string, unknown> | null {
  try {
    const value: unknown = args.trim() === '' ? {} : JSON.parse(args)
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : null
  } catch {
    return null
  }
}

const whole = (value: unknown, least: number, most: number, otherwise: number): number =>
  typeof value === 'number' && Number.isFinite(value) ? Math.min(most, Math.max(least, Math.floor(value))) : otherwise

/** Tokens (estimated) that may be added before the next asking would be compressed again at once. */
const freeRoom = ({ head, config }: State): number => Math.floor(roomFor({ head, config }) * 0.7 - head.contextSize)

async function load(
  given: Record<string, unknown>,
  work: Work,
  state: State,
  source: LookUpSource,
  counted: LookUpInput,
): Promise<LookedUp> {
  const id = typeof given['id'] === 'string' ? given['id'].trim() : ''
  const row = /^\d+\.\d+\.\d+$/.test(id) ? await source.answerOf(id) : null
  const call = row?.role === 'assistant' ? row.calls.find((other) => other.id === id) : undefined
  if (row === null || call === undefined || row.seq > work.cut)
    return { text: `No earlier tool call has the id "${shortTo(id, 100)}".`, input: counted }
  const text = `${call.name} ${call.args}\n\n${await resultOf(call, source)}`
  const pages = Math.max(1, Math.ceil(text.length / PAGE))
  const page = whole(given['page'], 1, pages, 1)
  const part = text.slice((page - 1) * PAGE, page * PAGE)
  const told = pages === 1 ? part : `[Page ${page} of ${pages}]\n${part}`
  const { head, summary } = state
  const rows = row.seq > head.summaryCutAt ? await source.messagesAfter(head.summaryCutAt, work.cut) : []
  const loaded = new Set(summary?.loaded.map((other) => other.id))
  const weigh = (ids: ReadonlySet<string>): number => sizeOfMessages(shortened(rows, head.pruned, ids))
  const size = rows.length === 0 ? sizeOfCall(call) : weigh(new Set([...loaded, id])) - weigh(loaded)
  if (size > freeRoom(state)) return { text: told, input: counted }
  return { text: told, input: { type: 'brain-load-tool-call', ...work, toolCallId: id, n: row.n, size } }
}

async function resultOf({ result }: ToolCall, source: LookUpSource): Promise<string> {
  if (result === null) return '[no result]'
  const bytes = result.blob === undefined ? null : await source.readBlob(result.blob)
  if (bytes !== null) return new TextDecoder().decode(bytes)
  return result.content.map(wordsOfBlock).join('\n')
}

async function expand(
  given: Record<string, unknown>,
  work: Work,
  state: State,
  source: LookUpSource,
  counted: LookUpInput,
): Promise<LookedUp> {
  const { head, summary } = state
  const end = summary?.cutAt ?? 0
  if (end === 0) return { text: 'Nothing is summarised: all messages are here.', input: counted }
  const count = whole(given['count'], 1, 100, 10)
  const old = await source.messagesUpTo(end, count + 1)
  const loaded = new Set(summary?.loaded.map(({ id }) => id))
  const first = Math.max(0, old.length - count)
  for (let from = first; from < old.length; from++) {
    const before = from === 0 ? 0 : (old[from - 1]?.seq ?? 0)
    if (from > 0 && old[from]?.seq === before) continue // what joined together is not taken apart
    const rows = await source.messagesAfter(before, work.cut)
    const back = shortened(rows, head.pruned, loaded).filter(({ seq }) => seq <= end)
    const size = sizeOfMessages(back) - sizeOfLoaded(back, loaded)
    if (size > freeRoom(state)) continue
    const text = back.map((row) => serialised(row, PAGE)).filter((words) => words !== '')
    const input: LookUpInput = { type: 'brain-expand-history', ...work, cutAt: before, size }
    return { text: shortTo(text.join('\n\n'), LONGEST) || '[Nothing was said there.]', input }
  }
  const text = 'There is no room for more of the earlier messages. search_history finds single places in them.'
  return { text, input: counted }
}

/** Calls that are loaded from behind the summary are counted already. */
const sizeOfLoaded = (rows: readonly Message[], loaded: ReadonlySet<string>): number =>
  rows
    .flatMap((row) => (row.role === 'assistant' ? row.calls.filter(({ id }) => loaded.has(id)) : []))
    .reduce((sum, call) => sum + sizeOfCall(call), 0)

async function search(given: Record<string, unknown>, cut: number, source: LookUpSource): Promise<string> {
  const asked = typeof given['words'] === 'string' ? given['words'].slice(0, 300) : ''
  const terms = asked.toLocaleLowerCase().split(/\s+/).filter(Boolean).slice(0, 12)
  if (terms.length === 0) return 'Say which words to look for.'
  const hits: string[] = []
  for await (const page of source.pages()) {
    for (const row of page.toReversed()) {
      if (row.seq > cut) continue
      for (const place of placesOf(row)) {
        const at = matchIn(place.text, terms)
        if (at !== null) hits.push(`- ${place.where}: ${excerpt(place.text, at)}`)
        if (hits.length >= MOST_HITS) return `${hits.join('\n')}\n(There may be more: use more exact words.)`
      }
    }
  }
  return hits.length === 0 ? 'Nothing in this conversation holds all of these words.' : hits.join('\n')
}

/** Where the rarest-looking word stands in a text that holds all of them; null: it does not. */
function matchIn(text: string, terms: readonly string[]): number | null {
  const lower = text.toLocaleLowerCase()
  const places = terms.map((term) => lower.indexOf(term))
  if (places.some((place) => place === -1)) return null
  const longest = terms.reduce((best, term, index) => (term.length > (terms[best]?.length ?? 0) ? index : best), 0)
  return places[longest] ?? 0
}

const excerpt = (text: string, at: number): string => {
  const from = Math.max(0, at - AROUND)
  const part = text.slice(from, at + AROUND).replaceAll(/\s+/g, ' ')
  return `${from > 0 ? '…' : ''}${part}${at + AROUND < text.length ? '…' : ''}`
}

function placesOf(row: Message): { where: string; text: string }[] {
  const number = row.n + 1
  if (row.role === 'user') return [{ where: `message ${number} of the user`, text: textOf(row.content) }]
  const said = {
    where: `message ${number} of the assistant`,
    text: textOf(row.content.filter(({ type }) => type === 'text')),
  }
  const calls = row.calls.map(({ id, name, args, result }) => ({
    where: `tool call ${id} (${name}), which load_tool_call shows`,
    text: `${args}\n${textOf(result?.content ?? [])}`,
  }))
  return [said, ...calls]
}

const textOf = (blocks: readonly { type: string; text?: string }[]): string =>
  blocks.map(({ text = '' }) => text).join('\n')
