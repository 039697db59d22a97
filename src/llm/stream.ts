import type { LanguageModelV4StreamPart, LanguageModelV4StreamResult } from '@ai-sdk/provider'
import type { AdapterOptions } from './adapter.ts'
import { streamError } from './error-body.ts'
import type { EventRules } from './events.ts'
import { failureIn, oneLine, plainError } from './failure.ts'
import { createPartMapper } from './parts.ts'
import type { LlmError, LlmPart, LlmRequest, Usage } from './port.ts'
import { wellFormed } from './well-formed.ts'
import { openWire, type Wire } from './wire.ts'

/** Starts one streaming request of a provider library through the given fetch and signal. `request` is the one asked for, in well-formed
 * text. May throw or reject. */
export type Ask = (
  fetch: typeof globalThis.fetch,
  signal: AbortSignal,
  request: LlmRequest,
) => PromiseLike<LanguageModelV4StreamResult>

/**
 * Carries out one request as the port promises it: never throws, exactly one `done` or `error`, last; an abort, and a consumer that
 * stops reading, close the socket.
 */
export async function* streamAnswer(
  options: AdapterOptions,
  request: LlmRequest,
  ask: Ask,
  rules: EventRules,
): AsyncGenerator<LlmPart, void> {
  const wire = openWire(options, rules)
  const mapper = createPartMapper()
  const abort = followSignal(request.signal)
  let told = 0
  /** Most say it with the last word; what is stopped before that is paid for, too. */
  const tell = (): void => {
    const usage = countedBy(rules)
    if (usage === null || usage.input + usage.output === told) return
    told = usage.input + usage.output
    request.counted?.(usage)
  }
  let reader: ReadableStreamDefaultReader<LanguageModelV4StreamPart> | undefined
  try {
    const { stream } = await abort.orAbort(ask(wire.fetch, abort.signal, wellFormed(request)))
    reader = stream.getReader()
    for (;;) {
      const next = await abort.orAbort(reader.read())
      if (next.done) break
      tell()
      for (const part of mapper.map(next.value)) {
        yield part.type === 'error' ? withUsage(part, rules) : part
        if (part.type === 'done' || part.type === 'error') return
        abort.check()
      }
    }
    yield withUsage(mapper.finishedEarly(), rules)
  } catch (error) {
    yield withUsage({ type: 'error', error: explain(error, request.signal, wire) }, rules)
  } finally {
    // a stream that already failed rejects its cancel with the failure that was told above
    reader?.cancel().catch(() => undefined)
    abort.close()
  }
}

/** A broken answer is paid for, too: what the provider had counted by then goes with the error. */
function withUsage(part: LlmPart, rules: EventRules): LlmPart {
  if (part.type !== 'error' || part.usage !== undefined) return part
  const usage = countedBy(rules)
  return usage === null ? part : { ...part, usage }
}

function countedBy(rules: EventRules): Usage | null {
  const counted = rules.usage?.() ?? null
  return counted === null ? null : { input: 0, output: 0, cacheRead: 0, cacheWrite: 0, reasoning: 0, ...counted }
}

function explain(error: unknown, signal: AbortSignal, wire: Wire): LlmError {
  if (signal.aborted) return plainError('aborted')
  const known = wire.failure() ?? failureIn(error)
  if (known !== null) return known
  if (wire.answered()) return streamError(error)
  return plainError('unknown', error instanceof Error ? oneLine(error.message) : '')
}

/** A signal of our own, so that the end of reading can close the socket too. */
function followSignal(outer: AbortSignal): {
  signal: AbortSignal
  orAbort: <Value>(promise: PromiseLike<Value>) => Promise<Value>
  check: () => void
  close: () => void
} {
  const controller = new AbortController()
  let stop: (reason: unknown) => void = () => undefined
  const stopped = new Promise<never>((_, reject) => {
    stop = reject
  })
  // nobody may be racing against it when it rejects
  stopped.catch(() => undefined)
  const onAbort = (): void => {
    controller.abort(outer.reason)
    stop(outer.reason)
  }
  if (outer.aborted) onAbort()
  outer.addEventListener('abort', onAbort, { once: true })
  return {
    signal: controller.signal,
    orAbort: (promise) => Promise.race([stopped, promise]),
    check: () => outer.throwIfAborted(),
    close: () => {
      outer.removeEventListener('abort', onAbort)
      controller.abort()
    },
  }
}
