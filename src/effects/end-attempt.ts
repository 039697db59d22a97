import type { Failure } from '../agent/content.ts'
import type { Effect } from '../agent/effect.ts'
import { askedModel } from '../agent/fallback.ts'
import type { Unstamped } from '../agent/input.ts'
import type { State } from '../agent/state.ts'
import type { LlmError, LlmTool, StopReason, Usage } from '../llm/port.ts'
import type { EffectDispatch } from '../moorex/definition.ts'
import type { SaidPart } from './answer-buffer.ts'
import { partialContent, storedContent } from './answer-content.ts'
import type { AnswerReceiver, AskBrainPorts, ModelConnection } from './ask-brain-ports.ts'
import { backoff, inWords, isTooLong } from './backoff.ts'
import type { BuiltRequest } from './context/build-request.ts'
import { isInternal } from './context/lookup-rounds.ts'
import { windowNamedIn } from './context/named-window.ts'

/** Usage of a broken answer, as far as the provider reported it. */
type Spent = Partial<Pick<Extract<Unstamped, { type: 'brain-fail' }>, 'usage' | 'cost'>>

/** The provider has ended its answer. `built`: the request. */
type Ended = {
  stopReason: StopReason
  usage: Usage
  cost: number | null
  connection: ModelConnection
  built: BuiltRequest
}

/** Calls written as text. `shown`: not allowed to run. `unfit`: they fit no tool. `run`: turned into real calls. */
type Written =
  | { written: 'shown' | 'unfit'; said?: undefined; toolCalls?: undefined }
  | { written: 'run'; said: SaidPart[]; toolCalls: Awaited<ReturnType<AskBrainPorts['prepare']>> }

/** Ends an attempt at an answer. Contract: exactly one of these is called, once. */
export type Endings = {
  /** `retryAt`: wall time in ms, used if nothing forbids paying again (asked-again.ts); null: the person decides. */
  fail: (failure: Failure, retryAt: number | null, spent?: Spent) => Promise<void>
  /** The provider, or the connection, has failed. `built` null: failed before the request was built. */
  failAs: (
    error: LlmError,
    connection: ModelConnection,
    usage: Usage | undefined,
    built: BuiltRequest | null,
  ) => Promise<void>
  complete: (receiver: AnswerReceiver, ended: Ended) => Promise<void>
}

/**
 * `receiver`: the current or last request; null: none has begun. `keepRun`: its run at the provider, if any, will be
 * resumed.
 */
export function makeEndings(
  { cut, attempt }: Extract<Effect, { kind: 'ask-brain' }>,
  state: State,
  ports: AskBrainPorts,
  dispatch: EffectDispatch<Unstamped>,
  receiver: () => AnswerReceiver | null,
  keepRun: () => boolean,
): Endings {
  const work = { cut, attempt }
  const model = askedModel(state)

  const fail: Endings['fail'] = async (failure, retryAt, spent = {}) => {
    const now = receiver()
    // a full disk costs the pictures, not the failure's text
    const partial =
      now === null
        ? (ports.earlier(cut)?.content ?? [])
        : await partialContent(now, ports.keepImage).catch(() => now.longest())
    // a run that is kept is not paid for again
    const isAskedAnew = retryAt !== null && !(keepRun() && now?.run())
    const paid = spent.usage !== undefined ? spent.usage.output > 0 : hasWords(now) || partial.length > 0
    const held = isAskedAnew
      ? await (await ports.again()).notAgain(failure, partial, spent, paid ? { cut, state } : null, ports)
      : null
    const window = failure.kind === 'context-too-long' ? windowNamedIn(failure.message) : null
    if (window !== null) await ports.learnWindow(model, window)
    await dispatch({
      type: 'brain-fail',
      ...work,
      failure: held ?? failure,
      partial,
      retryAt: held === null ? retryAt : null,
      ...spent,
      ...(window !== null && { window }),
    })
  }
  const failAs: Endings['failAs'] = async (error, connection, usage, built) => {
    const spent = usage === undefined ? {} : { usage, cost: connection.cost(usage) }
    const lack = built === null ? null : (await ports.refusals()).lackIn(error, built.request)
    if (lack !== null) {
      await ports.learnMissing(model, lack)
      // the next attempt names them in words
      return await fail(failureOf(error, connection), ports.now(), spent)
    }
    // the answer ended: its thinking was paid for without being shown, and would be paid for again
    const isPaid = error.kind === 'empty' && usage !== undefined && (usage.reasoning > 0 || usage.output > FEW)
    await fail(failureOf(error, connection), isPaid ? null : retryAt(error, connection), spent)
  }
  /** Calls that the model wrote as text in an answer without calls; null: it wrote none. */
  const withWritten = async (
    said: SaidPart[],
    stopReason: StopReason,
    { runsWritten }: ModelConnection,
    { request: { tools } }: BuiltRequest,
  ): Promise<Written | null> => {
    // most answers name no tool, so the reader is not loaded
    if (stopReason === 'refusal' || !said.some((part) => part.type === 'text' && namesOne(part.text, tools)))
      return null
    const read = (await ports.written()).callsInText(said, tools, cut)
    if (read === null) return null
    if (runsWritten !== true || stopReason === 'length') return { written: 'shown' }
    const toolCalls = await ports.prepare(
      read.filter((part) => part.type === 'tool-call'),
      state,
    )
    // a call that fits no tool stays text
    if (toolCalls.some(({ problem }) => problem !== undefined)) return { written: 'unfit' }
    return { written: 'run', said: read, toolCalls }
  }
  const retryAt = (error: LlmError, { retries = Number.POSITIVE_INFINITY }: ModelConnection): number | null =>
    error.retryable && attempt < Math.min(retries, error.retries ?? retries) && !isTooLong(error.retryAfter)
      ? ports.now() + backoff(attempt, error.retryAfter, ports.random())
      : null

  return {
    fail,
    failAs,
    complete: async ({ buffer, firstAfter }, { stopReason, usage, cost, connection, built }) => {
      // a model that still looks things up after its last round has said nothing by that
      const said = buffer.said().filter((part) => part.type !== 'tool-call' || !isInternal(part))
      const calls = said.filter((part) => part.type === 'tool-call')
      // completed thinking counts as an answer: it was paid for, and may tell the person something
      const saidNothing = said.every((part) => part.type === 'sources' || isBlank(part))
      if (saidNothing && stopReason !== 'refusal' && stopReason !== 'length')
        return failAs(EMPTY, connection, usage, built)
      const ended = calls.length === 0 ? await withWritten(said, stopReason, connection, built) : null
      const content = await storedContent(ended?.said ?? said, ports.keepImage)
      const toolCalls = ended?.toolCalls ?? (calls.length === 0 ? [] : await ports.prepare(calls, state))
      await ports.failpoint('before-complete')
      // Announced before the answer completes and in the same batch: a crash must not fall between.
      if (toolCalls.length > 0) void dispatch({ type: 'brain-call-tools', ...work, toolCalls })
      const { size, fixed } = built
      // without any count, the estimate tells at least what tools and prompt take
      const reported = !usage.guessed ? usage.input : state.head.measure === undefined ? size : 0
      await dispatch({
        type: 'brain-send-message-complete',
        ...work,
        content,
        stopReason: ended?.toolCalls ? 'tool-use' : stopReason,
        usage,
        cost,
        ...(ended !== null && { written: ended.written }),
        sent: { size, fixed, reported },
        ...(firstAfter() !== null && { firstAfter: firstAfter() ?? 0 }),
      })
    },
  }
}

/** Whether anything paid arrived, including calls, which a broken answer does not keep. */
const hasWords = (receiver: AnswerReceiver | null): boolean =>
  receiver?.buffer.blocks().some(({ kind, text }) => kind !== 'sources' && text !== '') === true

const isBlank = (part: SaidPart): boolean =>
  (part.type === 'text' || part.type === 'thinking') && part.text.trim() === ''

const namesOne = (text: string, tools: readonly LlmTool[]): boolean => tools.some(({ name }) => text.includes(name))

/** Tokens that an end marker and blanks may take. */
const FEW = 16

const EMPTY: LlmError = { kind: 'empty', message: 'The model sent an empty answer.', retryable: true }

const failureOf = (error: LlmError, connection: ModelConnection): Failure => ({
  kind: error.kind,
  message: `${connection.scrub(error.message).slice(0, 3900)}${
    isTooLong(error.retryAfter) ? ` It asks to wait ${inWords(error.retryAfter)}. Retry tries again right away.` : ''
  }`,
})
