import { NOTHING_TO_SUMMARISE } from '../../agent/compress/nothing.ts'
import { type Fold, planCompression } from '../../agent/compress/plan.ts'
import type { Config } from '../../agent/config.ts'
import type { Usage } from '../../agent/content.ts'
import { askedModel, hasNoRoom } from '../../agent/fallback.ts'
import type { Unstamped } from '../../agent/input.ts'
import { sizeOfText } from '../../agent/size.ts'
import type { State } from '../../agent/state.ts'
import type { LlmError, StopReason } from '../../llm/port.ts'
import type { EffectDispatch, EffectInitializer } from '../../moorex/definition.ts'
import { makeAnswerBuffer } from '../answer-buffer.ts'
import type { AskBrainPorts, ModelConnection } from '../ask-brain-ports.ts'
import { backoff, inWords, isTooLong } from '../backoff.ts'
import { endingRun } from '../ending-run.ts'
import type { PlainRequest, RequestSource } from './build-request.ts'
import { plainAnswer } from './short-answer.ts'
import { longestOf, problemOf, summaryRequest } from './summariser.ts'
import { isSame, summaryModels } from './summary-models.ts'
import { makeSummarySpending, type Share, type SummarySpending } from './summary-spending.ts'

export type CompressPorts = Pick<
  AskBrainPorts,
  'connect' | 'isOnline' | 'untilOnline' | 'savingFailed' | 'now' | 'random'
> & {
  source: RequestSource
  /** Paths of the session's files. */
  files: () => Promise<string[]>
  /** The model that the person chose for summaries; null: the run's model. */
  model: () => Promise<Config['model'] | null>
  /** Shows the summary while it is written. */
  show: (cut: number, text: string) => void
  /** Spending of cancelled summaries of this session: the next summary that ends reports it. */
  untold: Share[]
  failpoint: (name: 'before-compress' | 'mid-compress' | 'before-compress-commit') => Promise<void>
}

/** How often a cut-off request is repeated. After a crash the count starts again. */
const AGAIN = 2
/** Characters. */
const LONGEST_REASON = 300

/**
 * Shortens a conversation. Contract: every path that is not cancelled ends with `brain-compress-history`,
 * `brain-prune-history` or `brain-fail-compress`; each part of a long history is compressed separately.
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
  const spending = makeSummarySpending()
  let isTold = false
  const told = (): ReturnType<SummarySpending['told']> => {
    isTold = true
    for (const { model, usage, cost } of ports.untold.splice(0)) spending.add(model, usage, cost)
    return spending.told()
  }
  /** A failure that cost nothing delays the next request a moment, and does not count against automatic summaries. */
  const fail = async (reason: string): Promise<void> => {
    const idle = spending.shares.length === 0 && { idle: true }
    await dispatch({ type: 'brain-fail-compress', cut, reason: reason.slice(0, LONGEST_REASON), ...idle, ...told() })
  }
  try {
    await ports.failpoint('before-compress')
    const rows = await ports.source.messagesAfter(summary?.cutAt ?? 0, head.seq)
    const plan = planCompression({ ...state, rows, files: await ports.files() })
    if (plan.type === 'nothing') await fail(NOTHING_TO_SUMMARISE)
    else if (plan.type === 'prune') await dispatch({ ...plan, type: 'brain-prune-history', cut })
    else {
      const asked = await ask(cut, state, plan, ports, cancelled, spending)
      if (cancelled.aborted) return
      if ('problem' in asked) return await fail(asked.problem)
      await ports.failpoint('before-compress-commit')
      if (cancelled.aborted) return
      const { type: _, text: _given, unread: _unread, most: _most, more, ...parts } = plan
      const folded = { ...parts, ...(more && { more }), summary: asked.text }
      await dispatch({ type: 'brain-compress-history', cut, ...folded, ...told() })
    }
  } catch (error) {
    if (!cancelled.aborted) await fail(String(error instanceof Error ? error.message : error))
  } finally {
    if (!isTold) ports.untold.push(...spending.shares)
  }
}

/** `onward`: another model may succeed. */
type Asked = { text: string } | { problem: string; onward?: 'no-room' | 'too-long' | undefined }

/**
 * Asks one model after the other, as for an answer: the next model if one has no capacity. If the part is too long for
 * a model, the run's model is asked, too: the part was cut for its window.
 */
async function ask(
  cut: number,
  state: State,
  plan: Fold,
  ports: CompressPorts,
  cancelled: AbortSignal,
  spending: SummarySpending,
): Promise<Asked> {
  const own = askedModel(state)
  const models = summaryModels(state, await ports.model())
  let asked: Asked = { problem: '' }
  for (const [n, model] of models.entries()) {
    const most = n < models.length - 1 ? (state.config.fallback?.after ?? 1) : AGAIN + 1
    asked = await askOne(cut, state, plan, model, most, ports, cancelled, spending)
    if (cancelled.aborted || 'text' in asked || asked.onward === undefined) return asked
    if (asked.onward === 'too-long' && !models.some((other) => isSame(other, own))) models.push(own)
  }
  return asked
}

/** `most`: requests to a model without capacity. */
async function askOne(
  cut: number,
  state: State,
  plan: Fold,
  model: Config['model'],
  most: number,
  ports: CompressPorts,
  cancelled: AbortSignal,
  spending: SummarySpending,
): Promise<Asked> {
  for (let tries = 0; ; tries++) {
    const connection = await ports.connect(model, cancelled)
    if ('failure' in connection) return { problem: connection.failure.message }
    await ports.untilOnline(connection.baseUrl, cancelled)
    if (cancelled.aborted) return { problem: '' }
    const saving = ports.savingFailed()
    const end = await receive(cut, state, plan, model.model, connection, ports, AbortSignal.any([cancelled, saving]))
    if (end.usage !== null) spending.add(model, end.usage, end.cost ?? connection.cost(end.usage))
    if (cancelled.aborted) return { problem: '' }
    if (end.error === null) {
      const problem = problemOf({ ...end, text: plainAnswer(end.text) }, plan.most)
      return problem === null ? { text: plainAnswer(end.text) } : { problem }
    }
    if (ports.isOnline(connection.baseUrl)) {
      const { error } = end
      const noRoom = hasNoRoom(error) && !saving.aborted
      const tooLong = error.kind === 'context-too-long'
      const again = Math.min(AGAIN, noRoom ? most - 1 : AGAIN, error.retries ?? AGAIN)
      if (!error.retryable || isTooLong(error.retryAfter) || tries >= again || saving.aborted)
        return { problem: reasonOf(error, connection), onward: noRoom ? 'no-room' : tooLong ? 'too-long' : undefined }
      await pause(backoff(tries, error.retryAfter, ports.random()), cancelled)
    } else tries--
  }
}

/** What the provider said, and advice about a wait that is too long, within the length of a reason. */
function reasonOf({ message, retryAfter }: LlmError, { scrub }: ModelConnection): string {
  const advice = isTooLong(retryAfter)
    ? ` It asks to wait ${inWords(retryAfter)}. Compact now tries again right away. Settings > Models has the model for summaries.`
    : ''
  return `${scrub(message).slice(0, LONGEST_REASON - advice.length)}${advice}`
}

type End = {
  stopReason: StopReason
  text: string
  calls: number
  usage: Usage | null
  /** Cost by the provider's count. */
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
  let came = false
  const request = { ...summaryRequest(state, plan, model), signal: AbortSignal.any([signal, enough.signal]) }
  /** The provider no longer reports usage after we disconnect, but bills it. */
  const taken = (): Usage | null => (came ? guessed(request, text()) : null)
  for await (const part of endingRun(llm(request), cancelRun)) {
    if (part.type === 'done') return { ...ended(part.stopReason, part.usage, null), cost: part.cost }
    if (part.type === 'error')
      return enough.signal.aborted
        ? ended('stop', part.usage ?? taken(), null)
        : ended('other', part.usage ?? taken(), part.error)
    buffer.push(part)
    came ||= part.type !== 'start'
    if (part.type !== 'text-delta') continue
    ports.show(cut, scrub(text()))
    if (!heard) await ports.failpoint('mid-compress')
    heard = true
    if (text().length > most) enough.abort()
  }
  return ended('other', taken(), {
    kind: 'broken-stream',
    message: 'The summary ended unexpectedly.',
    retryable: true,
  })
}

/** Estimated usage up to the end of the connection, whoever ended it. */
const guessed = (request: Pick<PlainRequest, 'system' | 'messages'>, heard: string): Usage => ({
  input: sizeOfText(request.system) + sizeOfText(JSON.stringify(request.messages)),
  output: sizeOfText(heard),
  cacheRead: 0,
  cacheWrite: 0,
  reasoning: 0,
})

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
