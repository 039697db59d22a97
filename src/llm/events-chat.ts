import { chatReader } from './chat-choice.ts'
import { type Counting, countedIn } from './chat-usage.ts'
import { withNumbers } from './counts.ts'
import { saidIn } from './error-body.ts'
import type { EventRules, Verdict } from './events.ts'
import { isRecord } from './is-record.ts'
import { gatherPictures } from './picture.ts'
import { citedText, gatherSources, urlCitations } from './sources.ts'

/** Normalises the chunks of chat completions, which differ between servers. */

export function chatEvents(counting: Counting, note: (what: string) => void = () => undefined): EventRules {
  let finished = false
  let counted: Record<string, unknown> | null = null
  let tier: unknown = null
  const sources = gatherSources()
  const text = citedText(0, sources)
  const reader = chatReader(note)
  const pictures = gatherPictures()

  const read = (given: unknown): Verdict => {
    if (!isRecord(given)) return { event: given }
    const event = withUsage(withChoices(withoutNoError(given)))
    const usage = isRecord(event['usage']) ? event['usage'] : null
    counted = usage ?? counted
    tier = event['service_tier'] ?? tier
    for (const page of pagesIn(event)) text.cite(sources.take(page['url'], page['title']), page)
    const choices = event['choices']
    if (!Array.isArray(choices)) {
      if (usage !== null) return { event: { ...event, choices: [] } }
      // another kind of event, which names its kind; the library judges anything else
      return ['type', 'object', 'event'].some((name) => typeof event[name] === 'string') ? 'skip' : { event }
    }
    const choice: unknown = choices[0]
    if (!isRecord(choice)) return { event: usage === null && event['usage'] ? { ...event, usage: null } : event }
    const reason = reasonIn(choice, event)
    if (reason === 'model_context_window_exceeded') return { failed: saidIn({ message: reason }) }
    if (reason !== null && BROKE.test(reason)) return { failed: saidIn(errorIn(choice, reason)) }
    const { delta, pictures: drawn } = reader.read(
      reason === choice['finish_reason'] ? choice : { ...choice, finish_reason: reason },
    )
    const content = isRecord(delta) ? delta['content'] : ''
    if (typeof content === 'string') text.add(content)
    for (const page of annotationsIn(choice)) text.cite(sources.take(page['url'], page['title']), page)
    if (typeof content === 'string') written += content.length
    for (const image of drawn) pictures.take(image, written)
    finished ||= reason !== null
    const odd = event['usage'] !== undefined && usage === null && event['usage'] !== null
    const same = delta === choice['delta'] && (choice['finish_reason'] ?? null) === reason && !odd
    return {
      event: same
        ? event
        : { ...event, ...(odd && { usage: null }), choices: [{ ...choice, delta, finish_reason: reason }] },
      ...(finished ? { end: 'finish' as const } : {}),
    }
  }
  let written = 0
  return {
    read,
    atEnd: (done) => {
      if (!done || finished || !reader.answered()) return []
      finished = true
      return [{ choices: [{ index: 0, delta: {}, finish_reason: reader.called() ? 'tool_calls' : 'stop' }] }]
    },
    whole: (document) => ('choices' in document || isRecord(document['message']) ? [document] : null),
    found: sources.found,
    pictures: pictures.found,
    tier: () => tier,
    usage: () => (counted === null ? null : countedIn(counted, counting)),
  }
}

/** The library takes every event with an `error` field for an error. */
function withoutNoError(event: Record<string, unknown>): Record<string, unknown> {
  if (!('error' in event)) return event
  const { error: _, ...rest } = event
  return rest
}

/** Ollama's own format has one message, and a flag for the last one. */
function withChoices(event: Record<string, unknown>): Record<string, unknown> {
  const { message, done, done_reason: reason } = event
  if (event['choices'] !== undefined || !isRecord(message)) return event
  return { ...event, choices: [{ index: 0, delta: message, finish_reason: done === true ? (reason ?? 'stop') : null }] }
}

/** Why the answer has ended, in the terms of the format; null: it has not. */
function reasonIn(choice: Record<string, unknown>, event: Record<string, unknown>): string | null {
  const delta = isRecord(choice['delta']) ? choice['delta'] : {}
  const message = isRecord(choice['message']) ? choice['message'] : {}
  const places = [choice, delta, message, event].map((place) => place['finish_reason'])
  const reason = places.find((each): each is string => typeof each === 'string' && each !== '')
  return reason === undefined ? null : (REASONS[reason.toLowerCase()] ?? reason)
}
const REASONS: Readonly<Record<string, string>> = {
  stop: 'stop',
  end_turn: 'stop',
  stop_sequence: 'stop',
  eos: 'stop',
  eos_token: 'stop',
  completed: 'stop',
  length: 'length',
  max_tokens: 'length',
  max_output_tokens: 'length',
  tool_use: 'tool_calls',
  safety: 'content_filter',
  content_filtered: 'content_filter',
  sensitive: 'content_filter',
}
/** Reasons of an answer that the server, or a gateway, has broken off. */
const BROKE =
  /^(error|fail(ed|ure)?|abort(ed)?|cancel(l?ed)?|interrupted|time_?out|network_error|insufficient_system_resources?|repetition(_\w+)?)$/i

/**
 * The error of an answer whose final event says that it broke off; the library would take it for finished. OpenRouter
 * passes on the original provider's word for it.
 */
function errorIn({ error, native_finish_reason: why }: Record<string, unknown>, reason: string): unknown {
  if (isRecord(error)) return error
  const said = typeof why === 'string' ? why : reason === 'error' ? '' : reason
  return { message: said, ...(/insufficient_system/.test(reason) && { code: 'overloaded' }) }
}

/** Kimi puts the counts into the choice. */
function withUsage(event: Record<string, unknown>): Record<string, unknown> {
  const choice: unknown = Array.isArray(event['choices']) ? event['choices'][0] : undefined
  const counted = [event['usage'], isRecord(choice) ? choice['usage'] : undefined].find(isRecord)
  const usage = counted && withNumbers(counted)
  return usage === undefined || usage === event['usage'] ? event : { ...event, usage }
}

/** Pages that were found for the answer (Perplexity). */
function pagesIn({ search_results: found }: Record<string, unknown>): Record<string, unknown>[] {
  return Array.isArray(found) ? found.filter(isRecord) : []
}

/** Pages that the answer cites (OpenRouter). */
const annotationsIn = ({ delta, message }: Record<string, unknown>): Record<string, unknown>[] =>
  [delta, message].filter(isRecord).flatMap(({ annotations }) => urlCitations(annotations))
