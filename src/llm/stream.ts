import type { LanguageModelV4StreamPart, LanguageModelV4StreamResult } from '@ai-sdk/provider'
import type { AdapterOptions } from './adapter.ts'
import { makePartMeter, TOO_LARGE } from './answer-bounds.ts'
import { streamError } from './error-body.ts'
import type { EventRules } from './events.ts'
import { failureIn, LlmFailure, oneLine, plainError } from './failure.ts'
import { lacking } from './lacking.ts'
import { createPartMapper } from './parts.ts'
import type { Citation, LlmError, LlmPart, LlmRequest, ModelImage, Source, Usage } from './port.ts'
import { sendableMeta } from './sendable-meta.ts'
import { sourceTeller } from './sources.ts'
import { wellFormed } from './well-formed.ts'
import { openWire, type Wire, withLack } from './wire.ts'
import { makeThoughtReader } from './written.ts'

/**
 * Starts one streaming request of a provider library with the given fetch and signal. `request`: the original one, in
 * well-formed text. May throw or reject.
 */
export type Ask = (
  fetch: typeof globalThis.fetch,
  signal: AbortSignal,
  request: LlmRequest,
) => PromiseLike<LanguageModelV4StreamResult>

/**
 * Runs one request as the port promises: never throws, exactly one `done` or `error`, last; an abort, and a consumer
 * that stops reading, close the socket. `change` may change each of the library's parts before it is read.
 */
export async function* streamAnswer(
  options: AdapterOptions,
  request: LlmRequest,
  ask: Ask,
  rules: EventRules,
  change?: (part: LanguageModelV4StreamPart) => void,
): AsyncGenerator<LlmPart, void> {
  const wire = openWire(options, rules, request.lacks)
  const mapper = createPartMapper()
  const isTooMuch = makePartMeter()
  const thoughts = makeThoughtReader()
  const abort = followSignal(request.signal)
  const failed = (part: LlmPart): LlmPart => {
    const cursor = mapper.lastEvent()
    const whole = withUsage(part, rules)
    const named =
      whole.type === 'error' && !heard && whole.error.lack === undefined
        ? { ...whole, error: withLack(whole.error, whole.error.message, wire.lackIn) }
        : whole
    return { ...named, ...(cursor !== undefined && { cursor }) }
  }
  const found = sourceTeller(() => rules.found?.() ?? [])
  let written = 0
  /** Some of the answer has arrived. */
  let heard = false
  let shown = 0
  /** New pictures that are at or before this place in the text. */
  const drawn = (upTo: number): ModelImage[] => {
    const images: ModelImage[] = []
    const all = rules.pictures?.() ?? []
    for (let next = all[shown]; next !== undefined && next.at <= upTo; next = all[shown]) {
      images.push(next.image)
      shown++
    }
    return images
  }
  let told = 0
  /** Most providers report usage at the end; an answer that is stopped before is paid for, too. */
  const tell = (): void => {
    const usage = countedBy(rules)
    if (usage === null || usage.input + usage.output === told) return
    told = usage.input + usage.output
    request.counted?.(usage)
  }
  let reader: ReadableStreamDefaultReader<LanguageModelV4StreamPart> | undefined
  try {
    const { stream } = await abort.orAbort(ask(wire.fetch, abort.signal, wellFormed(sendableMeta(lacking(request)))))
    reader = stream.getReader()
    abort.ends(reader)
    for (;;) {
      const next = await reader.read()
      abort.check()
      if (next.done) break
      tell()
      change?.(next.value)
      // at the end all of them, before it those whose words have arrived
      const { type } = next.value
      // an answer begins with its model's name: events are read before the library reports them
      const made = NAMING.has(type)
        ? []
        : drawn(type === 'finish' || type === 'error' ? Number.POSITIVE_INFINITY : written)
      for (const part of [...made.flatMap(mapper.picture), ...mapper.map(next.value)]) {
        if (isTooMuch(part)) throw new LlmFailure(TOO_LARGE)
        const ends = part.type === 'done' || part.type === 'error'
        if (ends) yield* thoughts(sourcesPart(found(written, true)))
        const told = ends ? wire.told() : null
        const whole =
          told !== null
            ? failed({ type: 'error', error: told })
            : part.type === 'error'
              ? failed(part)
              : withWhole(part, rules)
        for (const each of thoughts(whole)) {
          yield each
          // after an abort, nothing that was held back is passed on
          if (!ends) abort.check()
        }
        if (ends) return
        heard ||= part.type !== 'start'
        if (part.type === 'text-delta') written += part.text.length
        if (part.type === 'text-delta' || part.type === 'text-end')
          for (const each of thoughts(sourcesPart(found(written, false)))) yield each
        abort.check()
      }
    }
    yield* thoughts(sourcesPart(found(written, true)))
    const told = wire.told()
    yield* thoughts(failed(told === null ? mapper.finishedEarly() : { type: 'error', error: told }))
  } catch (error) {
    yield* thoughts(sourcesPart(found(written, true)))
    yield* thoughts(failed({ type: 'error', error: explain(error, request.signal, wire) }))
  } finally {
    // a stream that has failed rejects its cancel with the failure that was reported above
    reader?.cancel().catch(() => undefined)
    abort.close()
  }
}

const NAMING: ReadonlySet<LanguageModelV4StreamPart['type']> = new Set(['stream-start', 'response-metadata', 'raw'])

const sourcesPart = (found: (Source | Citation)[]): LlmPart | null =>
  found.length === 0 ? null : { type: 'sources', found }

/** A broken answer is paid for, too: usage counted so far goes with the error. */
function withUsage(part: LlmPart, rules: EventRules): LlmPart {
  if (part.type !== 'error') return part
  if (part.usage !== undefined) return { ...part, usage: { ...part.usage, ...besidesTokens(rules) } }
  const usage = countedBy(rules)
  return usage === null ? part : { ...part, usage }
}

function countedBy(rules: EventRules): Usage | null {
  const counted = rules.usage?.() ?? null
  if (counted === null) return null
  return { input: 0, output: 0, cacheRead: 0, cacheWrite: 0, reasoning: 0, ...counted, ...besidesTokens(rules) }
}

/** The libraries count only tokens. */
function withWhole(part: LlmPart, rules: EventRules): LlmPart {
  return part.type === 'done' ? { ...part, usage: { ...part.usage, ...besidesTokens(rules) } } : part
}

function besidesTokens(rules: EventRules): Pick<Usage, 'searches' | 'tier'> {
  const searches = rules.searches?.() ?? 0
  const tier = rules.tier?.()
  const isOther = typeof tier === 'string' && /^[\w-]{1,40}$/.test(tier) && !ORDINARY.test(tier)
  return { ...(searches > 0 && { searches }), ...(isOther && { tier: tier.toLowerCase() }) }
}
const ORDINARY = /^(default|standard|auto|on_demand|.*unspecified)$/i

function explain(error: unknown, signal: AbortSignal, wire: Wire): LlmError {
  if (signal.aborted) return plainError('aborted')
  const known = wire.failure() ?? failureIn(error)
  if (known !== null) return known
  if (wire.answered()) return streamError(error)
  return plainError('unknown', error instanceof Error ? oneLine(error.message) : '')
}

/** A separate signal, so that the end of reading can close the socket, too. */
function followSignal(outer: AbortSignal): {
  signal: AbortSignal
  orAbort: <Value>(promise: PromiseLike<Value>) => Promise<Value>
  /** From now on an abort ends what this reader waits for. */
  ends: (reader: ReadableStreamDefaultReader<LanguageModelV4StreamPart>) => void
  check: () => void
  close: () => void
} {
  const controller = new AbortController()
  let stop: (reason: unknown) => void = () => undefined
  const stopped = new Promise<never>((_, reject) => {
    stop = reject
  })
  // nobody may be waiting for it when it rejects
  stopped.catch(() => undefined)
  let reading: ReadableStreamDefaultReader<LanguageModelV4StreamPart> | undefined
  const onAbort = (): void => {
    controller.abort(outer.reason)
    stop(outer.reason)
    reading?.cancel(outer.reason).catch(() => undefined)
  }
  if (outer.aborted) onAbort()
  outer.addEventListener('abort', onAbort, { once: true })
  return {
    signal: controller.signal,
    orAbort: (promise) => Promise.race([stopped, promise]),
    ends: (reader) => {
      reading = reader
    },
    check: () => outer.throwIfAborted(),
    close: () => {
      outer.removeEventListener('abort', onAbort)
      controller.abort()
    },
  }
}
