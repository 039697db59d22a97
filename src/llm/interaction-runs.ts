import { hasBody } from '../http/changed-body.ts'
import type { AdapterOptions } from './adapter.ts'
import { boundedAnswer, jsonOf } from './bounded-answer.ts'
import { encodeEvents, eventStream } from './event-stream.ts'
import { LlmFailure, plainError } from './failure.ts'
import { isRecord } from './is-record.ts'
import type { LlmPart, LlmRequest, RunHandle, Usage } from './port.ts'
import { responseError } from './wire.ts'

/**
 * Google's interactions that continue without us, implemented in fetch below the provider library: a first request
 * starts one and returns its id, a second receives its events. The library's own way to do both cancels an interaction
 * when we disconnect.
 */

/**
 * Starts the library's request, or with `resume` does not send it. Then reads the interaction from its first event,
 * because the library needs the start of the answer; that costs nothing.
 */
export function asInteraction(resume: RunHandle | undefined, options: AdapterOptions): typeof globalThis.fetch {
  return async (input, init) => {
    const headers = new Headers(init?.headers)
    headers.delete('content-type')
    const listen = (id: string, signal: AbortSignal | null): Promise<Response> =>
      options.fetch(`${runUrl(options, id)}?stream=true`, { method: 'GET', headers, signal })
    if (resume !== undefined) return await listen(resume.responseId, init?.signal ?? null)
    const { stream: _, ...asked } = JSON.parse(String(init?.body)) as Record<string, unknown>
    const body = JSON.stringify({ ...asked, background: true, store: true })
    const begun = await options.fetch(input, { ...init, body })
    if (!begun.ok || !hasBody(begun) || !/\bjson\b/i.test(begun.headers.get('content-type') ?? '')) return begun
    const said = await boundedAnswer(begun).text()
    const interaction = nameIn(said)
    if (interaction === null) return new Response(said, begun)
    return eventStream(named(interaction, (signal) => listen(interaction.id, signal), init?.signal ?? null))
  }
}

/** Ends an interaction at Google. */
export async function cancelInteraction(options: AdapterOptions, responseId: string): Promise<void> {
  try {
    await options.fetch(`${runUrl(options, responseId)}/cancel`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{}',
      signal: AbortSignal.timeout(CANCEL_DEADLINE),
    })
  } catch {
    // the person has stopped it here, whatever happens there: at worst Google bills the rest of an answer that nobody
    // reads
  }
}

const CANCEL_DEADLINE = 30_000

/** Observed: the last event of a live stream may lack the usage, which the stored interaction has moments later. */
const LATER = [0, 1000, 2000]

type Done = Extract<LlmPart, { type: 'done' }>

/** The end of an answer, with missing usage looked up. */
export async function withUsageOf(
  responseId: string,
  done: Done,
  options: AdapterOptions,
  { signal }: LlmRequest,
  read: (interaction: Record<string, unknown>) => Usage | null,
): Promise<LlmPart> {
  for (const wait of LATER) {
    try {
      await new Promise((resolve) => setTimeout(resolve, wait))
      signal.throwIfAborted()
      const response = await options.fetch(runUrl(options, responseId), { method: 'GET', signal })
      // it is missing, or not ours: waiting will not help
      if (response.status >= 400 && response.status < 500) return done
      const stored: unknown = response.ok ? await jsonOf(response) : null
      const usage = isRecord(stored) ? read(stored) : null
      if (usage !== null) return { ...done, usage: { ...done.usage, ...usage } }
    } catch {
      if (signal.aborted) return { type: 'error', error: plainError('aborted') }
    }
  }
  return done
}

const runUrl = ({ baseUrl }: AdapterOptions, id: string): string => `${baseUrl}/interactions/${encodeURIComponent(id)}`

type Named = { id: string; model: unknown }

function nameIn(said: string): Named | null {
  try {
    const begun: unknown = JSON.parse(said)
    if (!isRecord(begun) || typeof begun['id'] !== 'string' || begun['id'] === '') return null
    return { id: begun['id'], model: begun['model'] }
  } catch {
    return null
  }
}

/** Puts its id before its events: a reader that gets nothing else can find it again. */
function named(
  interaction: Named,
  listen: (signal: AbortSignal) => Promise<Response>,
  outer: AbortSignal | null,
): ReadableStream<Uint8Array<ArrayBuffer>> {
  const hangUp = new AbortController()
  const signal = outer === null ? hangUp.signal : AbortSignal.any([outer, hangUp.signal])
  let reader: ReadableStreamDefaultReader<Uint8Array<ArrayBuffer>> | undefined
  const open = async (): Promise<typeof reader> => {
    const response = await listen(signal)
    if (response.ok) return response.body?.getReader()
    // it continues all the same: resume it, do not ask again
    const { message } = await responseError(response)
    throw new LlmFailure(plainError('broken-stream', message))
  }
  return new ReadableStream({
    start: (controller) => controller.enqueue(encodeEvents([{ event_type: 'interaction.created', interaction }])),
    pull: async (controller) => {
      reader ??= await open()
      const next = await reader?.read()
      if (next?.value === undefined) controller.close()
      else controller.enqueue(next.value)
    },
    cancel: (reason) => hangUp.abort(reason),
  })
}
