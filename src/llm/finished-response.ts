import { paced } from '../settings/pace.ts'
import { jsonOf } from './bounded-answer.ts'
import { encodeEvents, eventStream } from './event-stream.ts'
import { LlmFailure, plainError } from './failure.ts'
import { isRecord } from './is-record.ts'
import { responseError } from './wire.ts'

/**
 * A run that can no longer be streamed: polled until it has ended, then converted to the events of its stream, so that
 * answers are read in only one way.
 */

const POLL = 2000
/** Polls that may fail in a row. */
const PATIENCE = 3

/**
 * `get` fetches the whole response. Each time the run is in progress, a comment in the stream shows activity; a run
 * that stays queued shows none, and the silence limit above ends the wait.
 */
export function responseWhenDone(get: () => Promise<Response>, every = POLL): Response {
  let failed = 0
  let cancelled = false
  const look = async (): Promise<Json | null> => {
    try {
      const response = await get()
      if (!response.ok) throw new LlmFailure(await responseError(response))
      const body = record(await jsonOf(response))
      failed = 0
      return body
    } catch (error) {
      if (++failed > PATIENCE || !isTransient(error)) throw error
      return null
    }
  }
  return eventStream(
    new ReadableStream<Uint8Array<ArrayBuffer>>({
      pull: async (controller) => {
        while (!cancelled) {
          const body = await look()
          const status = body?.['status']
          if (body !== null && status !== 'queued' && status !== 'in_progress') {
            controller.enqueue(encodeEvents(eventsOf(body)))
            controller.close()
            return
          }
          await new Promise((resolve) => setTimeout(resolve, paced(every)))
          if (status !== 'in_progress') continue
          controller.enqueue(new TextEncoder().encode(': in progress\n\n'))
          return
        }
      },
      cancel: () => {
        cancelled = true
      },
    }),
  )
}

/** A rejected fetch says nothing about the run; an abort ends the wait. */
function isTransient(error: unknown): boolean {
  if (error instanceof LlmFailure) return error.error.retryable
  return error instanceof TypeError
}

type Json = Record<string, unknown>
const record = (value: unknown): Json => {
  if (isRecord(value)) return value
  throw new LlmFailure(plainError('broken-stream', 'The provider sent something that isn’t a response.'))
}
const list = (value: unknown): Json[] => (Array.isArray(value) ? value.filter(isRecord) : [])

/** `from`: index of the first item; such a part of a response has no start and end events. */
export function eventsOf(response: Json): object[] {
  const { status, from } = response
  const first = typeof from === 'number' ? from : 0
  const output = list(response['output']).flatMap((item, place) => eventsOfItem(item, first + place))
  if ('from' in response) return output
  const begin = ['response.created', 'response.in_progress'].map((type) => ({
    type,
    response: { id: '', created_at: 0, model: '', ...response },
  }))
  if (status === 'completed' || status === 'incomplete')
    return [...begin, ...output, { type: `response.${status}`, response }]
  // a cancelled run, or one with an unknown end, ends like a broken stream
  if (status !== 'failed') return [...begin, ...output]
  return [...begin, ...output, { type: 'response.failed', sequence_number: 0, response }]
}

/** An item is added empty, filled, and done; the library ignores unknown fields. */
function eventsOfItem(given: Json, output_index: number): object[] {
  const item = tidyItem({ ...given, id: given['id'] ?? `item_${output_index}` })
  const at = { item_id: item['id'], output_index }
  const call = item['type'] === 'function_call' ? { arguments: '' } : {}
  return [
    { type: 'response.output_item.added', output_index, item: { ...item, ...call } },
    ...list(item['content']).flatMap((part, content_index): object[] => {
      if (part['type'] === 'refusal') return [{ type: 'response.refusal.delta', ...at, delta: part['refusal'] }]
      if (part['type'] !== 'output_text') return []
      return [
        { type: 'response.output_text.delta', ...at, content_index, delta: part['text'] },
        ...list(part['annotations']).map((annotation) => ({
          ...{ type: 'response.output_text.annotation.added', ...at, content_index, annotation },
        })),
      ]
    }),
    ...thoughtsOf(item).flatMap((part, summary_index) => [
      { type: 'response.reasoning_summary_part.added', ...at, summary_index },
      { type: 'response.reasoning_summary_text.delta', ...at, summary_index, delta: part['text'] },
      { type: 'response.reasoning_summary_part.done', ...at, summary_index },
    ]),
    ...(item['type'] === 'function_call' && typeof item['arguments'] === 'string'
      ? [{ type: 'response.function_call_arguments.delta', ...at, delta: item['arguments'] }]
      : []),
    { type: 'response.output_item.done', output_index, item },
  ]
}

/** Open models tell what they think word for word, and no summary. */
function thoughtsOf(item: Json): Json[] {
  const summary = list(item['summary'])
  return summary.length > 0 ? summary : list(item['content']).filter((part) => part['type'] === 'reasoning_text')
}

/** Arguments may be an object, and that a call is whole may be left out. */
export function tidyItem(item: Json): Json {
  const { type, arguments: given, status = 'completed' } = item
  if (type !== 'function_call') return item
  return { ...item, status, arguments: isRecord(given) ? JSON.stringify(given) : (given ?? '') }
}
