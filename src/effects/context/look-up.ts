import { wordsOfBlock } from '../../agent/attachments.ts'
import { serialised, shortTo } from '../../agent/compress/serialise.ts'
import type { Unstamped } from '../../agent/input.ts'
import { EXPAND_HISTORY, LOAD_TOOL_CALL, SEARCH_HISTORY } from '../../agent/looking-back.ts'
import type { Message, ToolCall } from '../../agent/message.ts'
import type { State } from '../../agent/state.ts'
import { fold, foldWithPlaces } from '../../search/fold.ts'
import type { RequestSource } from './build-request.ts'
import { callThatComesBack, freeRoom, type OldSource, rowsThatComeBack } from './come-back.ts'

/**
 * Internal tools (seed 002), run inside a request: their results go back to the model at once, their changes are
 * dispatched. Every call gets a text, whatever the model wrote; none throws because of its arguments.
 */

export type LookUpSource = RequestSource &
  OldSource & {
    /** All readable rows, the newest pages first; each page by `n`. */
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

/** `args`: JSON text as the model wrote it. */
export async function lookUp(
  call: { name: string; args: string },
  work: Work,
  state: State,
  source: LookUpSource,
): Promise<LookedUp> {
  const counted: LookUpInput = { type: 'brain-search-history', ...work }
  try {
    return await carriedOut(call, work, state, source, counted)
  } catch {
    // one unreadable record is no reason to fail an answer that is paid for; if the storage is gone, its commit fails
    return { text: 'This part of the conversation cannot be read.', input: counted }
  }
}

async function carriedOut(
  { name, args }: { name: string; args: string },
  work: Work,
  state: State,
  source: LookUpSource,
  counted: LookUpInput,
): Promise<LookedUp> {
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

async function load(
  given: Record<string, unknown>,
  work: Work,
  state: State,
  source: LookUpSource,
  counted: LookUpInput,
): Promise<LookedUp> {
  const id = typeof given['id'] === 'string' ? given['id'].trim() : ''
  const found = await callThatComesBack(id, work.cut, state, source)
  if (found === null) return { text: `No earlier tool call has the id "${shortTo(id, 100)}".`, input: counted }
  const { call, n, size } = found
  const text = `${call.name} ${call.args}\n\n${await resultOf(call, source)}`
  const pages = Math.max(1, Math.ceil(text.length / PAGE))
  const page = whole(given['page'], 1, pages, 1)
  const part = text.slice((page - 1) * PAGE, page * PAGE)
  const told = pages === 1 ? part : `[Page ${page} of ${pages}]\n${part}`
  if (size > freeRoom(state)) return { text: told, input: counted }
  return { text: told, input: { type: 'brain-load-tool-call', ...work, toolCallId: id, n, size } }
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
  if ((state.summary?.cutAt ?? 0) === 0)
    return { text: 'Nothing is summarised: all messages are here.', input: counted }
  const count = whole(given['count'], 1, 100, 10)
  const back = await rowsThatComeBack(count, work.cut, freeRoom(state), state, source)
  if (back === null) return { text: NO_ROOM, input: counted }
  const text = back.rows.map((row) => serialised(row, PAGE)).filter((words) => words !== '')
  const input: LookUpInput = { type: 'brain-expand-history', ...work, cutAt: back.to, size: back.size }
  return { text: shortTo(text.join('\n\n'), LONGEST) || '[Nothing was said there.]', input }
}

const NO_ROOM = 'There is no room for more of the earlier messages. search_history finds single places in them.'

async function search(given: Record<string, unknown>, cut: number, source: LookUpSource): Promise<string> {
  const asked = typeof given['words'] === 'string' ? given['words'].slice(0, 300) : ''
  const terms = fold(asked).split(/\s+/).filter(Boolean).slice(0, 12)
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

/** `terms`: folded. Index of the term that is probably rarest in a text that has all terms; null if one is missing. */
function matchIn(text: string, terms: readonly string[]): number | null {
  const folded = fold(text)
  if (!terms.every((term) => folded.includes(term))) return null
  const longest = terms.reduce((best, term) => (term.length > best.length ? term : best), '')
  return foldWithPlaces(text).starts[folded.indexOf(longest)] ?? 0
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
