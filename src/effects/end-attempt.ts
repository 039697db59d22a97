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

/** What a broken answer took, as far as the provider said. */
type Spent = Partial<Pick<Extract<Unstamped, { type: 'brain-fail' }>, 'usage' | 'cost'>>

/** The provider has ended its answer. `built`: what it was asked. */
type Ended = {
  stopReason: StopReason
  usage: Usage
  cost: number | null
  connection: ModelConnection
  built: BuiltRequest
}

/** Calls that were written as text. `shown`: nobody allows them. `unfit`: they fit no tool. `run`: they are calls now. */
type Written =
  | { written: 'shown' | 'unfit'; said?: undefined; toolCalls?: undefined }
  | { written: 'run'; said: SaidPart[]; toolCalls: Awaited<ReturnType<AskBrainPorts['prepare']>> }

/** How an attempt at an answer ends. Contract: exactly one of these is called, once. */
export type Endings = {
  /** `retryAt`: wall time in ms, where nothing forbids that it is paid for again (asked-again.ts); null: the person decides. */
  fail: (failure: Failure, retryAt: number | null, spent?: Spent) => Promise<void>
  /** The provider, or the way to it, has failed. `built` null: it never got so far. */
  failAs: (
    error: LlmError,
    connection: ModelConnection,
    usage: Usage | undefined,
    built: BuiltRequest | null,
  ) => Promise<void>
  complete: (receiver: AnswerReceiver, ended: Ended) => Promise<void>
}

/** `receiver`: the asking that is under way or was the last; null: none has begun. `keepRun`: its run at the provider, if it has one, is taken up again. */
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
    // a full disk takes the pictures, not what is told here
    const partial =
      now === null
        ? (ports.earlier(cut)?.content ?? [])
        : await partialContent(now, ports.keepImage).catch(() => now.longest())
    // a run that is kept is not paid for anew
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
    // it has reached its end: what was thought, and not told, is paid for, and would be again
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
    error.retryable && attempt < retries && !isTooLong(error.retryAfter)
      ? ports.now() + backoff(attempt, error.retryAfter, ports.random())
      : null

  return {
    fail,
    failAs,
    complete: async ({ buffer, firstAfter }, { stopReason, usage, cost, connection, built }) => {
      // one that goes on looking things up after its last round has said nothing by that
      const said = buffer.said().filter((part) => part.type !== 'tool-call' || !isInternal(part))
      const calls = said.filter((part) => part.type === 'tool-call')
      // thoughts that came to their end are an answer: it was paid for, and may say what the person wants to know
      const saidNothing = said.every((part) => part.type === 'sources' || isBlank(part))
      if (saidNothing && stopReason !== 'refusal' && stopReason !== 'length')
        return failAs(EMPTY, connection, usage, built)
      const ended = calls.length === 0 ? await withWritten(said, stopReason, connection, built) : null
      const content = await storedContent(ended?.said ?? said, ports.keepImage)
      const toolCalls = ended?.toolCalls ?? (calls.length === 0 ? [] : await ports.prepare(calls, state))
      await ports.failpoint('before-complete')
      // Announced before the answer completes and in one batch with it: a crash must not fall between.
      if (toolCalls.length > 0) void dispatch({ type: 'brain-call-tools', ...work, toolCalls })
      const { size, fixed } = built
      await dispatch({
        type: 'brain-send-message-complete',
        ...work,
        content,
        stopReason: ended?.toolCalls ? 'tool-use' : stopReason,
        usage,
        cost,
        ...(ended !== null && { written: ended.written }),
        sent: { size, fixed, reported: usage.input },
        ...(firstAfter() !== null && { firstAfter: firstAfter() ?? 0 }),
      })
    },
  }
}

/** Whether anything came that is paid for, calls too, which a broken answer does not keep. */
const hasWords = (receiver: AnswerReceiver | null): boolean =>
  receiver?.buffer.blocks().some(({ kind, text }) => kind !== 'sources' && text !== '') === true

const isBlank = (part: SaidPart): boolean =>
  (part.type === 'text' || part.type === 'thinking') && part.text.trim() === ''

const namesOne = (text: string, tools: readonly LlmTool[]): boolean => tools.some(({ name }) => text.includes(name))

/** Tokens that the sign of the end and blanks may take. */
const FEW = 16

const EMPTY: LlmError = { kind: 'empty', message: 'The model sent an empty answer.', retryable: true }

const failureOf = (error: LlmError, connection: ModelConnection): Failure => ({
  kind: error.kind,
  message: `${connection.scrub(error.message).slice(0, 3900)}${
    isTooLong(error.retryAfter) ? ` It asks to wait ${inWords(error.retryAfter)}. Retry tries again right away.` : ''
  }`,
})
