import { type Fold, planCompression } from '../../agent/compress/plan.ts'
import type { Config } from '../../agent/config.ts'
import type { Usage } from '../../agent/content.ts'
import type { Unstamped } from '../../agent/input.ts'
import { sizeOfText } from '../../agent/size.ts'
import type { State } from '../../agent/state.ts'
import type { LlmError, StopReason } from '../../llm/port.ts'
import type { EffectDispatch, EffectInitializer } from '../../moorex/definition.ts'
import { makeAnswerBuffer } from '../answer-buffer.ts'
import type { AskBrainPorts, ModelConnection } from '../ask-brain-ports.ts'
import { backoff } from '../backoff.ts'
import { endingRun } from '../ending-run.ts'
import type { PlainRequest, RequestSource } from './build-request.ts'
import { longestOf, problemOf, summaryRequest } from './summariser.ts'

export type CompressPorts = Pick<
  AskBrainPorts,
  'connect' | 'isOnline' | 'untilOnline' | 'savingFailed' | 'now' | 'random'
> & {
  source: RequestSource
  /** Paths of the session's files. */
  files: () => Promise<string[]>
  /** The model that the person chose for this; null: the session's own. */
  model: () => Promise<Config['model'] | null>
  /** The summary under way, to be read. */
  show: (cut: number, text: string) => void
  failpoint: (name: 'before-compress' | 'mid-compress' | 'before-compress-commit') => Promise<void>
}

/** A question that broke off on its way is asked again this often. A crash in between asks it anew. */
const AGAIN = 2

/**
 * Makes room in a conversation. Contract: every path that is not cancelled ends with `brain-compress-history`, `brain-prune-history` or
 * `brain-fail-compress`; each part of a long history is a compression of its own.
 */
export function compressHistory(cut: number, state: State, ports: CompressPorts): EffectInitializer<Unstamped> {
  const controller = new AbortController()
  return {
    start: (dispatch) => run(cut, state, ports, controller.signal, dispatch),
    cancel: () => controller.abort(),
  }
}

async function run(
  cut: number,
  state: State,
  ports: CompressPorts,
  cancelled: AbortSignal,
  dispatch: EffectDispatch<Unstamped>,
): Promise<void> {
  const { summary, head } = state
  const spent: Spent = {}
  const fail = async (reason: string): Promise<void> => {
    await dispatch({ type: 'brain-fail-compress', cut, reason: reason.slice(0, 300), ...spent })
  }
  try {
    await ports.failpoint('before-compress')
    const rows = await ports.source.messagesAfter(summary?.cutAt ?? 0, head.seq)
    const plan = planCompression({ ...state, rows, files: await ports.files() })
    if (plan.type === 'nothing') {
      const reason = 'There is nothing that could be summarised yet.'
      await dispatch({ type: 'brain-fail-compress', cut, reason, idle: true })
    } else if (plan.type === 'prune') await dispatch({ ...plan, type: 'brain-prune-history', cut })
    else {
      const asked = await ask(cut, state, plan, ports, cancelled, spent)
      if (cancelled.aborted) return
      if ('problem' in asked) return await fail(asked.problem)
      await ports.failpoint('before-compress-commit')
      const { type: _, text: _given, unread: _unread, most: _most, more, ...parts } = plan
      const folded = { ...parts, ...(more && { more }), summary: asked.text }
      await dispatch({ type: 'brain-compress-history', cut, ...folded, ...spent })
    }
  } catch (error) {
    if (!cancelled.aborted) await fail(String(error instanceof Error ? error.message : error))
  }
}

type Spent = { usage?: Usage; cost?: number | null; model?: { providerId: string; model: string } }

async function ask(
  cut: number,
  state: State,
  plan: Fold,
  ports: CompressPorts,
  cancelled: AbortSignal,
  spent: Spent,
): Promise<{ text: string } | { problem: string }> {
  const model = (await ports.model()) ?? state.config.model
  for (let tries = 0; ; tries++) {
    const connection = await ports.connect(model, cancelled)
    if ('failure' in connection) return { problem: connection.failure.message }
    await ports.untilOnline(connection.baseUrl, cancelled)
    if (cancelled.aborted) return { problem: '' }
    const saving = ports.savingFailed()
    const end = await receive(cut, state, plan, model.model, connection, ports, AbortSignal.any([cancelled, saving]))
    if (cancelled.aborted) return { problem: '' }
    if (end.usage !== null) {
      add(spent, end.usage, end.cost ?? connection.cost(end.usage))
      spent.model = { providerId: model.providerId, model: model.model }
    }
    if (end.error === null) {
      const problem = problemOf(end, plan.most)
      return problem === null ? { text: end.text.trim() } : { problem }
    }
    const online = ports.isOnline(connection.baseUrl)
    if (online && (!end.error.retryable || tries >= AGAIN || saving.aborted))
      return { problem: connection.scrub(end.error.message) }
    if (online) await pause(backoff(tries, end.error.retryAfter, ports.random()), cancelled)
    else tries--
  }
}

type End = {
  stopReason: StopReason
  text: string
  calls: number
  usage: Usage | null
  /** What the provider says that it took. */
  cost?: number | undefined
  error: LlmError | null
}

async function receive(
  cut: number,
  state: State,
  plan: Fold,
  model: string,
  { llm, scrub, cancelRun }: ModelConnection,
  ports: CompressPorts,
  signal: AbortSignal,
): Promise<End> {
  const enough = new AbortController()
  const buffer = makeAnswerBuffer()
  const most = longestOf(plan.most)
  const text = (): string =>
    buffer
      .said()
      .flatMap((block) => (block.type === 'text' ? [block.text] : []))
      .join('\n')
  const ended = (stopReason: StopReason, usage: Usage | null, error: LlmError | null): End => ({
    stopReason,
    text: scrub(text()),
    calls: buffer.said().filter((part) => part.type === 'tool-call').length,
    usage,
    error,
  })
  let heard = false
  const request = { ...summaryRequest(state, plan, model), signal: AbortSignal.any([signal, enough.signal]) }
  for await (const part of endingRun(llm(request), cancelRun)) {
    if (part.type === 'done') return { ...ended(part.stopReason, part.usage, null), cost: part.cost }
    if (part.type === 'error')
      return enough.signal.aborted
        ? ended('stop', part.usage ?? guessed(request, text()), null)
        : ended('other', part.usage ?? null, part.error)
    buffer.push(part)
    if (part.type !== 'text-delta') continue
    ports.show(cut, scrub(text()))
    if (!heard) await ports.failpoint('mid-compress')
    heard = true
    if (text().length > most) enough.abort()
  }
  return ended('other', null, {
    kind: 'broken-stream',
    message: 'The summary ended without saying so.',
    retryable: true,
  })
}

/** What was taken until we hung up: the provider does not say it any more, and it is billed all the same. */
const guessed = (request: Pick<PlainRequest, 'system' | 'messages'>, heard: string): Usage => ({
  input: sizeOfText(request.system) + sizeOfText(JSON.stringify(request.messages)),
  output: sizeOfText(heard),
  cacheRead: 0,
  cacheWrite: 0,
  reasoning: 0,
})

function add(spent: Spent, usage: Usage, cost: number | null): void {
  const old = spent.usage
  spent.usage = old
    ? {
        input: old.input + usage.input,
        output: old.output + usage.output,
        cacheRead: old.cacheRead + usage.cacheRead,
        cacheWrite: old.cacheWrite + usage.cacheWrite,
        reasoning: old.reasoning + usage.reasoning,
      }
    : usage
  spent.cost = cost === null ? (spent.cost ?? null) : (spent.cost ?? 0) + cost
}

const pause = (ms: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const end = (): void => {
      clearTimeout(timer)
      signal.removeEventListener('abort', end)
      resolve()
    }
    const timer = setTimeout(end, ms)
    signal.addEventListener('abort', end)
  })
