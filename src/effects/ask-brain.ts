import type { AnswerBlock, Failure } from '../agent/content.ts'
import type { Effect } from '../agent/effect.ts'
import type { Unstamped } from '../agent/input.ts'
import { sizeOfBlocks } from '../agent/size.ts'
import type { State } from '../agent/state.ts'
import type { Llm, LlmError, LlmPart, LlmToolCall, RunHandle, StopReason, Usage } from '../llm/port.ts'
import type { EffectDispatch, EffectInitializer } from '../moorex/definition.ts'
import type { AnswerBuffer } from './answer-buffer.ts'
import { storedContent } from './answer-content.ts'
import { backoff, inWords, isTooLong } from './backoff.ts'
import type { BuiltRequest } from './context/build-request.ts'
import { isInternal, makeRounds, type RoundPorts } from './context/lookup-rounds.ts'
import { windowNamedIn } from './context/named-window.ts'
import { refusedPictures } from './context/refused-pictures.ts'
import { afterBreak, type Line, makeLine, type Way } from './provider-run.ts'

type AskBrain = Extract<Effect, { kind: 'ask-brain' }>
type CallTools = Extract<Unstamped, { type: 'brain-call-tools' }>

/** A model that can be asked. `scrub` removes the provider's secret from what is to be shown or kept. */
export type Connection = {
  llm: Llm
  /** Where it is asked; null: needs no network. */
  baseUrl: string | null
  scrub: (text: string) => string
  cost: (usage: Usage) => number | null
  /** Ends a run at the provider, best effort; null: its answers do not go on without us. */
  cancelRun: ((responseId: string) => Promise<void>) | null
}

/** Text under way: shown to pages and kept on disk by its owner, never by the state. */
export type LiveAnswer = {
  buffer: AnswerBuffer
  push: (part: LlmPart) => void
  /** The longest text received in any asking of this attempt. */
  longest: () => AnswerBlock[]
  /** The provider's run, and how far into it we are. */
  run: () => RunHandle | null
  /** `keepRun`: the run may be taken up again; else it is forgotten. */
  end: (keepRun: boolean) => void
}

/** What earlier askings of an answer have left behind, on disk or in memory. */
export type EarlierText = { attempt: number; content: AnswerBlock[]; run: RunHandle | null }

export type AskBrainPorts = {
  /** Waits as long as the keys are locked; rejects when the signal is aborted meanwhile. */
  connect: (model: State['config']['model'], signal: AbortSignal) => Promise<Connection | { failure: Failure }>
  /** Reads the rows of the context and builds the request. */
  request: (state: State, cut: number) => Promise<BuiltRequest>
  /** What the brain may look up in this session's past while it is asked, and the state as it is by then. */
  lookUp: RoundPorts['lookUp']
  /** A refusal has named the window of a model. */
  learnWindow: (model: State['config']['model'], size: number) => Promise<void>
  /** A model has refused a picture. */
  learnBlind: (model: State['config']['model']) => Promise<void>
  isOnline: (baseUrl: string | null) => boolean
  /** Resolves when the network is there or the signal is aborted; says meanwhile that it waits. */
  untilOnline: (baseUrl: string | null, signal: AbortSignal) => Promise<void>
  earlier: (cut: number) => EarlierText | null
  /** `background`: the provider's answers go on without us, so its name of this one is worth keeping. */
  live: (cut: number, attempt: number, way: Way, background: boolean) => LiveAnswer
  prepare: (calls: LlmToolCall[], state: State) => Promise<CallTools['toolCalls']>
  /** Stores the bytes of an image that the model made; resolves to its blob. */
  keepImage: (bytes: Uint8Array<ArrayBuffer>) => Promise<string>
  /** The person wants to be asked before an answer over this many (estimated) tokens is paid for again; null: never. */
  askBeforeAgainAbove: () => Promise<number | null>
  /** Whether this worker gives up its machines, while their work is still wanted. */
  leaving: () => boolean
  /** Aborted while nothing can be saved: what is received then would be lost. */
  savingFailed: () => AbortSignal
  /** Whether the start before this one ended in good order. */
  clean: boolean
  now: () => number
  random: () => number
  failpoint: (name: 'before-ask' | 'after-ask-start' | 'mid-stream' | 'before-complete') => Promise<void>
}

/**
 * Asks the model for one answer. Contract: the start is committed before the request leaves; every path that is not
 * cancelled ends with `brain-send-message-complete` or `brain-fail`.
 */
export function askBrain(effect: AskBrain, state: State, ports: AskBrainPorts): EffectInitializer<Unstamped> {
  const line = makeLine(ports.leaving)
  return {
    start: (dispatch) => run(effect, state, ports, line, dispatch),
    cancel: line.hangUp,
  }
}

async function run(
  effect: AskBrain,
  state: State,
  ports: AskBrainPorts,
  line: Line,
  dispatch: EffectDispatch<Unstamped>,
): Promise<void> {
  const work = { cut: effect.cut, attempt: effect.attempt }
  const { providerId, model } = state.config.model
  const cancelled = line.signal
  let live: LiveAnswer | null = null
  let keepRun = false
  const fail = async (failure: Failure, retryAt: number | null, spent: Spent = {}): Promise<void> => {
    const partial = live?.longest() ?? ports.earlier(effect.cut)?.content ?? []
    const window = failure.kind === 'context-too-long' ? windowNamedIn(failure.message) : null
    if (window !== null) await ports.learnWindow(state.config.model, window)
    await dispatch({
      type: 'brain-fail',
      ...work,
      failure,
      partial,
      retryAt,
      ...spent,
      ...(window !== null && { window }),
    })
  }
  const rounds = makeRounds(work, { lookUp: ports.lookUp, dispatch })
  let built: BuiltRequest | null = null
  try {
    for (let clean = ports.clean; !cancelled.aborted; clean = true) {
      await ports.failpoint('before-ask')
      const connection = await ports.connect(state.config.model, cancelled)
      if ('failure' in connection) return await fail(connection.failure, null)
      const { cancelRun } = connection
      const earlier = ports.earlier(effect.cut)
      const resumed = cancelRun !== null && sameModel(state, effect.cut) ? (earlier?.run ?? null) : null
      line.open(resumed === null ? null : cancelRun, resumed?.responseId ?? null)
      await ports.untilOnline(connection.baseUrl, cancelled)
      if (resumed === null && rounds.count() === 0 && earlier?.attempt === effect.attempt) {
        const failure = await tooLongToRepeat(earlier)
        if (failure !== null) return await fail(failure, null)
      }
      const start = {
        type: 'brain-send-message-start',
        ...work,
        model: { providerId, model },
        clean: clean || resumed !== null,
      } as const
      if (!(await dispatch(start))) return
      await ports.failpoint('after-ask-start')

      const way =
        resumed !== null
          ? 're-attached'
          : rounds.count() === 0 && earlier !== null && earlier.content.length > 0
            ? 'asked-again'
            : 'asked'
      live = ports.live(effect.cut, effect.attempt, way, cancelRun !== null)
      keepRun = true // until it is known how this one ends: who leaves now comes back to it
      built ??= await ports.request(state, effect.cut)
      const asked = rounds.added(built)
      const saving = ports.savingFailed()
      const signal = AbortSignal.any([cancelled, saving])
      line.open(cancelRun, resumed?.responseId ?? null)
      const last = await receive(
        connection.llm({ ...asked.request, signal, ...(resumed && { resume: resumed }) }),
        live,
        line,
        ports,
      )
      if (cancelled.aborted) return
      if (saving.aborted) {
        const failure: Failure = { kind: 'aborted', message: 'Stopped because nothing could be saved.' }
        return await fail(failure, ports.now())
      }
      if (last.type === 'done') {
        line.close()
        keepRun = false
        const cost = last.cost ?? connection.cost(last.usage)
        const round = await rounds.take({ said: live.buffer.said(), usage: last.usage, cost })
        if (round === 'cancelled') return
        if (round === 'none') return await complete(last.stopReason, last.usage, cost, connection, asked)
        live.end(false)
        continue
      }
      const online = ports.isOnline(connection.baseUrl)
      const after = afterBreak({ error: last.error, run: live.run(), resumed, online, heard: last.heard })
      keepRun = after.keepRun
      if (after.next === 'fail') {
        line.close()
        return await failAs(last.error, connection, last.usage)
      }
      const lost = live.run()
      // not to be paid for to its end when the question is asked anew
      if (!keepRun && lost !== null) void cancelRun?.(lost.responseId)
      live.end(keepRun)
    }
  } catch (error) {
    if (!cancelled.aborted)
      await fail({ kind: 'lost', message: String(error instanceof Error ? error.message : error).slice(0, 4000) }, null)
  } finally {
    live?.end(keepRun)
  }

  async function tooLongToRepeat({ content }: EarlierText): Promise<Failure | null> {
    const size = sizeOfBlocks(content)
    const limit = await ports.askBeforeAgainAbove()
    if (limit === null || size <= limit) return null
    const message = `This answer broke off after about ${size.toLocaleString('en')} tokens. Asking again costs them again, so Reflexor waits for your word (Settings > Models).`
    return { kind: 'interrupted', message }
  }

  async function failAs(error: LlmError, connection: Connection, usage: Usage | undefined): Promise<void> {
    const spent = usage === undefined ? {} : { usage, cost: connection.cost(usage) }
    if (built !== null && refusedPictures(error, built.request)) {
      await ports.learnBlind(state.config.model)
      // the next attempt names them in words
      return await fail(failureOf(error, connection), ports.now(), spent)
    }
    await fail(failureOf(error, connection), retryAt(error), spent)
  }

  async function complete(
    stopReason: StopReason,
    usage: Usage,
    cost: number | null,
    connection: Connection,
    { size, fixed }: BuiltRequest,
  ): Promise<void> {
    if (live === null) return
    // one that goes on looking things up after its last round has said nothing by that
    const said = live.buffer.said().filter((part) => part.type !== 'tool-call' || !isInternal(part))
    const calls = said.filter((part) => part.type === 'tool-call')
    const saidNothing = said.every((part) => part.type === 'thinking')
    if (saidNothing && stopReason !== 'refusal' && stopReason !== 'length') {
      const error: LlmError = { kind: 'empty', message: 'The model sent an empty answer.', retryable: true }
      return failAs(error, connection, usage)
    }
    const content = await storedContent(said, ports.keepImage)
    const toolCalls = calls.length === 0 ? [] : await ports.prepare(calls, state)
    await ports.failpoint('before-complete')
    // Announced before the answer completes and in one batch with it: a crash must not fall between.
    if (toolCalls.length > 0) void dispatch({ type: 'brain-call-tools', ...work, toolCalls })
    const end = {
      type: 'brain-send-message-complete',
      ...work,
      content,
      stopReason,
      usage,
      cost,
      sent: { size, fixed, reported: usage.input },
    } as const
    await dispatch(end)
  }

  function retryAt(error: LlmError): number | null {
    return error.retryable && !isTooLong(error.retryAfter)
      ? ports.now() + backoff(effect.attempt, error.retryAfter, ports.random())
      : null
  }
}

/** What a broken answer took, as far as the provider said. */
type Spent = Partial<Pick<Extract<Unstamped, { type: 'brain-fail' }>, 'usage' | 'cost'>>

const failureOf = (error: LlmError, connection: Connection): Failure => ({
  kind: error.kind,
  message: `${connection.scrub(error.message).slice(0, 3900)}${
    isTooLong(error.retryAfter)
      ? ` It wants to be asked again in ${inWords(error.retryAfter)}; Retry asks at once.`
      : ''
  }`,
})

/** Whether the run that an earlier asking may have left is one of the model that is configured now. */
function sameModel({ messages, config }: State, cut: number): boolean {
  const answer = messages.findLast((message) => message.role === 'assistant' && message.cut === cut)
  const asked = answer?.role === 'assistant' ? answer.model : null
  return asked === null || (asked.providerId === config.model.providerId && asked.model === config.model.model)
}

/** Feeds the parts to the live answer; returns the last one. */
async function receive(
  parts: AsyncIterable<LlmPart>,
  live: LiveAnswer,
  line: Line,
  ports: AskBrainPorts,
): Promise<Extract<LlmPart, { type: 'done' | 'error' }> & { heard: boolean }> {
  let heard = false
  let text = false
  for await (const part of parts) {
    if (part.type === 'done' || part.type === 'error') return { ...part, heard }
    heard = true
    live.push(part)
    if (part.type === 'start' && part.responseId !== undefined) line.named(part.responseId)
    if (part.type === 'text-delta' && !text) {
      text = true
      await ports.failpoint('mid-stream')
    }
  }
  return {
    type: 'error',
    error: { kind: 'broken-stream', message: 'The answer ended without saying so.', retryable: true },
    heard,
  }
}
