import { numbersIn } from './counts.ts'
import { saidInEvent } from './error-body.ts'
import type { EventRules, Verdict } from './events.ts'
import { eventsOf, tidyItem } from './finished-response.ts'
import { isRecord } from './is-record.ts'
import { itemPlaces } from './item-places.ts'
import { gatherPictures, pictureIn } from './picture.ts'
import { type CitedText, citedText, gatherSources, urlCitations } from './sources.ts'

/**
 * The events of the Responses API. The library skips unknown events, and fails on a new variant of a known one. So it
 * gets no annotations, and of what OpenAI runs itself only code; for the rest, only that it ran: see own-runs.ts. Pages
 * that the text cites are collected.
 */

const ITEMS = new Set(['message', 'reasoning', 'function_call'])
const NOT_OURS =
  /^response\.(output_text\.annotation|code_interpreter_call|image_generation_call|custom_tool_call|apply_patch_call|mcp_)/
const CODE_DONE = 'response.code_interpreter_call_code.done'

const WORDS = new Set(['response.output_text.delta', 'response.refusal.delta'])
const LAST = new Set(['response.completed', 'response.incomplete', 'response.failed'])

/** `note`: called with what was repaired. */
export function responsesEvents(note: (what: string) => void = () => undefined): EventRules {
  let counted: Record<string, unknown> | null = null
  let tier: unknown = null
  const sources = gatherSources()
  let written = 0
  let searches = 0
  /** Index of code that runs: whether the code has been passed on. */
  const codes = new Map<unknown, boolean>()
  /** Parts of messages: annotations count from the start of their part. null: its text did not arrive in one piece. */
  const parts = new Map<string, CitedText | null>()
  let last = ''
  const pictures = gatherPictures()
  const withPlace = itemPlaces()
  /** Places of items of which something was told, and whether a call there has told its arguments. */
  const begun = new Set<unknown>()
  const finished = new Set<unknown>()
  const heard = new Set<unknown>()
  const keyOf = ({ output_index, content_index }: Record<string, unknown>): string => `${output_index}.${content_index}`
  const write = (key: string, delta: string): void => {
    if (!parts.has(key)) parts.set(key, citedText(written, sources))
    else if (key !== last) parts.set(key, null)
    parts.get(key)?.add(delta)
    last = key
    written += delta.length
  }
  /** The library needs the whole code before its result, and accepts both only in this shape. */
  const readCode = (event: Record<string, unknown>, item: Record<string, unknown>): Verdict => {
    const { type, output_index } = event
    if (typeof item['id'] !== 'string') return 'skip'
    if (type === 'response.output_item.added') codes.set(output_index, false)
    const code = typeof item['code'] === 'string' ? item['code'] : null
    const told = { ...event, item: { ...codeItem(item), code } }
    if (type === 'response.output_item.added' || codes.get(output_index) !== false) return { event: told }
    codes.set(output_index, true)
    return { event: told, before: [{ type: CODE_DONE, item_id: item['id'], output_index, code: code ?? '' }] }
  }
  /** Events that were left out before an item, or its end, with new content. */
  const missing = (item: Record<string, unknown>, place: unknown): object[] => {
    if (finished.has(place) || !TOLD.has(String(item['type']))) return []
    const events = eventsOf({ output: [item], from: place })
    const left = events.filter((each) => isLeftOut(each as Record<string, unknown>, place))
    if (left.length > 1) note('words in the closing event')
    return left
  }
  const isLeftOut = (event: Record<string, unknown>, place: unknown): boolean => {
    if (event['type'] === 'response.output_item.added') return !begun.has(place)
    if (event['type'] === 'response.output_item.done') return true
    return !heard.has(place)
  }
  const notice = (event: Record<string, unknown>): void => {
    const { type, output_index: place } = event
    if (type === 'response.output_item.added') begun.add(place)
    else if (type === 'response.output_item.done') finished.add(place)
    else if (HEARD.test(String(type)) && event['delta'] !== '') heard.add(place)
  }
  const draw = (item: Record<string, unknown>): void => {
    const picture = item['type'] === 'image_generation_call' ? pictureIn({ data: item['result'] }) : null
    if (picture !== null && typeof picture !== 'string') pictures.take(picture, written)
    const content = Array.isArray(item['content']) ? item['content'] : []
    for (const part of content) {
      const shown = isRecord(part) && part['type'] !== 'output_text' ? pictureIn(part) : null
      if (shown !== null && typeof shown !== 'string') pictures.take(shown, written)
    }
  }

  /** What one event becomes, in order: the last one is the event itself. */
  const readOne = (event: Record<string, unknown>): Verdict => {
    const { type, item, delta, output_index } = event
    // open models send their thinking word for word; the library knows summaries only
    if (type === 'response.reasoning_text.delta')
      return { event: { ...event, type: 'response.reasoning_summary_text.delta', summary_index: 0 } }
    // a run may be queued for long, and the library holds everything back, even its id, until it is in progress
    if (type === 'response.queued') return { event: { ...event, type: 'response.in_progress' } }
    if (type === CODE_DONE && codes.get(output_index) === false && typeof event['code'] === 'string') {
      codes.set(output_index, true)
      return { event: { type, item_id: String(event['item_id']), output_index, code: event['code'] } }
    }
    if (type === 'response.output_text.annotation.added')
      for (const page of urlCitations([event['annotation']]))
        parts.get(keyOf(event))?.cite(sources.take(page['url'], page['title']), page)
    if (WORDS.has(String(type)) && typeof delta === 'string') write(keyOf(event), delta)
    if (typeof type !== 'string' || NOT_OURS.test(type)) return typeof type === 'string' ? 'skip' : { event }
    const isItem = type === 'response.output_item.added' || type === 'response.output_item.done'
    if (isItem && isRecord(item)) {
      if (type === 'response.output_item.done') draw(item)
      if (item['type'] === 'code_interpreter_call') return readCode(event, item)
      if (typeof item['type'] === 'string' && !ITEMS.has(item['type'])) {
        if (type !== 'response.output_item.done' || typeof item['id'] !== 'string') return 'skip'
        if (isSearch(item)) searches++
        return { event: { ...event, item: { type: 'web_search_call', id: item['id'], status: 'completed' } } }
      }
      return { event: { ...event, item: tidyItem(item) } }
    }
    if (!LAST.has(type)) return { event }
    const response = isRecord(event['response']) ? event['response'] : {}
    counted = isRecord(response['usage']) ? response['usage'] : counted
    tier = response['service_tier'] ?? tier
    if (type !== 'response.failed') return { event: { ...event, response: lastWord(response) }, end: 'last' }
    // no words: a later event may have them
    return { failed: saidInEvent({ error: response['error'] }) }
  }

  return {
    read: (given) => {
      if (!isRecord(given)) return { event: given }
      const event = withPlace(given)
      const { type, item, response, output_index: place } = event
      const told: object[] = []
      if (type === 'response.output_item.done' && isRecord(item)) told.push(...missing(item, place).slice(0, -1))
      if (type === 'response.completed' || type === 'response.incomplete')
        for (const [at, each] of outputOf(response).entries()) told.push(...missing(each, at))
      if (
        type === 'response.output_text.done' &&
        !heard.has(place) &&
        typeof event['text'] === 'string' &&
        event['text'] !== ''
      )
        told.push({ ...event, type: 'response.output_text.delta', delta: event['text'], logprobs: undefined })
      const { sequence_number } = event
      const before = told.flatMap((each) => {
        // events that precede this one get the same number
        const numbered = { ...each, ...(sequence_number !== undefined && { sequence_number }) }
        notice(numbered as Record<string, unknown>)
        const verdict = readOne(numbered as Record<string, unknown>)
        return typeof verdict === 'string' || 'failed' in verdict ? [] : [...(verdict.before ?? []), verdict.event]
      })
      notice(event)
      const verdict = readOne(event)
      if (before.length === 0) return verdict
      if (typeof verdict === 'string') return { event: before.at(-1), before: before.slice(0, -1) }
      return 'failed' in verdict ? verdict : { ...verdict, before: [...before, ...(verdict.before ?? [])] }
    },
    whole: (document) =>
      Array.isArray(document['output'])
        ? eventsOf({ status: 'completed', ...document })
        : typeof document['type'] === 'string'
          ? [document]
          : null,
    pictures: pictures.found,
    found: sources.found,
    searches: () => searches,
    tier: () => tier,
    usage: () => {
      if (counted === null) return null
      const { input_tokens: input = 0, output_tokens: output = 0 } = numbersIn(counted)
      return { input, output }
    },
  }
}

const TOLD = new Set(['message', 'reasoning', 'function_call'])
/** Events with the content of an item. */
const HEARD = /^response\.(output_text|refusal|reasoning_summary_text|reasoning_text|function_call_arguments)\.delta$/

const outputOf = (response: unknown): Record<string, unknown>[] =>
  isRecord(response) && Array.isArray(response['output']) ? response['output'].filter(isRecord) : []

/** What the library reads of the last word. It takes numbers alone, and all of them. */
function lastWord({ usage, incomplete_details: cut, service_tier, reasoning }: Record<string, unknown>): object {
  const whole = numbersIn(usage)
  const details = (name: string): object => (isRecord(usage) ? { [name]: numbersIn(usage[name]) } : {})
  return {
    usage: isRecord(usage)
      ? {
          input_tokens: 0,
          output_tokens: 0,
          ...whole,
          ...details('input_tokens_details'),
          ...details('output_tokens_details'),
        }
      : null,
    incomplete_details: isRecord(cut) && typeof cut['reason'] === 'string' ? { reason: cut['reason'] } : null,
    ...(typeof service_tier === 'string' && { service_tier }),
    ...(isRecord(reasoning) &&
      typeof reasoning['context'] === 'string' && { reasoning: { context: reasoning['context'] } }),
  }
}

function codeItem({ id, container_id, outputs }: Record<string, unknown>): Record<string, unknown> {
  const given = Array.isArray(outputs) ? outputs.filter(isRecord) : []
  return {
    type: 'code_interpreter_call',
    id,
    container_id: typeof container_id === 'string' ? container_id : '',
    status: 'completed',
    outputs: given.flatMap(({ type, logs, url }): object[] => {
      if (type === 'logs' && typeof logs === 'string') return [{ type, logs }]
      return type === 'image' && typeof url === 'string' ? [{ type, url }] : []
    }),
  }
}

/** Opening a page and searching in it are also reported as such calls, but cost only their tokens. */
function isSearch({ type, action }: Record<string, unknown>): boolean {
  return type === 'web_search_call' && !(isRecord(action) && /^(open_page|find)/.test(String(action['type'])))
}
