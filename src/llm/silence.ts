import { hasBody, withChangedBody } from '../http/changed-body.ts'
import { LlmFailure, plainError } from './failure.ts'

/** Deadlines by silence, not by length: an answer may take an hour as long as bytes arrive. */

/** In ms. */
export const DEFAULT_SILENCE_LIMIT = 120_000

/**
 * Wraps a fetch: after `limit` ms without a byte (before the headers or between two chunks of the body; comments and
 * pings count), the request is aborted, and the promise or the body fails with an LlmFailure of kind `timeout`.
 */
export function withSilenceLimit(fetch: typeof globalThis.fetch, limit: number): typeof globalThis.fetch {
  return async (input, init) => {
    const controller = new AbortController()
    const outer = init?.signal ?? null
    const onOuterAbort = (): void => controller.abort(outer?.reason)
    if (outer?.aborted) onOuterAbort()
    outer?.addEventListener('abort', onOuterAbort, { once: true })
    let timer: ReturnType<typeof setTimeout> | undefined
    const listen = (): void => {
      clearTimeout(timer)
      timer = setTimeout(() => controller.abort(silence(limit)), limit)
    }
    const pause = (): void => clearTimeout(timer)
    const rest = (): void => {
      pause()
      outer?.removeEventListener('abort', onOuterAbort)
    }
    try {
      listen()
      const response = await orAbort(fetch(input, { ...init, signal: controller.signal }), controller.signal)
      pause()
      if (!hasBody(response, init?.method)) rest()
      const watched = (body: ReadableStream<Uint8Array<ArrayBuffer>>): ReadableStream<Uint8Array<ArrayBuffer>> =>
        watch(body, controller.signal, { listen, pause, rest })
      return withChangedBody(response, watched, init?.method)
    } catch (error) {
      rest()
      throw controller.signal.reason instanceof LlmFailure ? controller.signal.reason : error
    }
  }
}

function silence(limit: number): LlmFailure {
  return new LlmFailure(plainError('timeout', `No data for ${Math.ceil(limit / 1000)} s.`))
}

/** A read that never settles must not outlive the deadline, whatever the wrapped fetch does with its signal. */
function orAbort<Value>(promise: Promise<Value>, signal: AbortSignal): Promise<Value> {
  return new Promise((resolve, reject) => {
    const stop = (): void => reject(signal.reason)
    if (signal.aborted) stop()
    signal.addEventListener('abort', stop, { once: true })
    promise.then(resolve, reject).finally(() => signal.removeEventListener('abort', stop))
  })
}

function watch(
  body: ReadableStream<Uint8Array<ArrayBuffer>>,
  signal: AbortSignal,
  { listen, pause, rest }: { listen: () => void; pause: () => void; rest: () => void },
): ReadableStream<Uint8Array<ArrayBuffer>> {
  const reader = body.getReader()
  return new ReadableStream<Uint8Array<ArrayBuffer>>(
    {
      pull: async (controller) => {
        try {
          // the clock runs only while somebody waits: a slow reader is not the provider's silence
          listen()
          const next = await orAbort(reader.read(), signal)
          pause()
          if (next.done) {
            rest()
            controller.close()
          } else controller.enqueue(next.value)
        } catch (error) {
          rest()
          controller.error(signal.reason instanceof LlmFailure ? signal.reason : error)
        }
      },
      cancel: async (reason) => {
        rest()
        await reader.cancel(reason)
      },
    },
    { highWaterMark: 0 },
  )
}
