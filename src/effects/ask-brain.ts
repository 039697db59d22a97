import type { Failure } from '../agent/content.ts'
import type { Effect } from '../agent/effect.ts'
import { askedModel } from '../agent/fallback.ts'
import type { Spending, Unstamped } from '../agent/input.ts'
import type { State } from '../agent/state.ts'
import type { Way } from '../agent/stream-block.ts'
import type { RunHandle, Usage } from '../llm/port.ts'
import type { EffectDispatch, EffectInitializer } from '../moorex/definition.ts'
import type { AfterBreak } from './after-break.ts'
import type { AnswerReceiver, AskBrainPorts, EarlierText, ModelConnection } from './ask-brain-ports.ts'
import type { BuiltRequest } from './context/build-request.ts'
import { fewerAttached } from './context/fewer-attached.ts'
import { makeRounds } from './context/lookup-rounds.ts'
import { makeEndings } from './end-attempt.ts'
import { type CancellableRun, makeCancellableRun } from './provider-run.ts'
import { type LastPart, receiveAnswer } from './receive-answer.ts'

type AskBrain = Extract<Effect, { kind: 'ask-brain' }>

/**
 * Asks the model for one answer. Contract: the start is committed before the request leaves; every path that is not
 * cancelled ends with `brain-send-message-complete` or `brain-fail`.
 */
export function askBrain(effect: AskBrain, state: State, ports: AskBrainPorts): EffectInitializer<Unstamped> {
  const atProvider = makeCancellableRun(ports.leaving)
  return {
    start: (dispatch) => run(effect, state, ports, atProvider, dispatch),
    cancel: atProvider.cancel,
  }
}

/** One attempt: requests until one of them ends it. Lookup rounds and resumed runs are requests of the same attempt. */
async function run(
  effect: AskBrain,
  state: State,
  ports: AskBrainPorts,
  atProvider: CancellableRun,
  dispatch: EffectDispatch<Unstamped>,
): Promise<void> {
  const work = { cut: effect.cut, attempt: effect.attempt }
  const asked = askedModel(state)
  const { providerId, model } = asked
  const cancelled = atProvider.signal
  let receiver: AnswerReceiver | null = null
  let keepRun = false
  /** What the current request has taken and the state does not know yet. */
  let untold: () => Spending | null = nothing
  const { fail, failAs, complete } = makeEndings(
    effect,
    state,
    ports,
    dispatch,
    () => receiver,
    () => keepRun,
  )
  const rounds = makeRounds(work, {
    lookUp: ports.lookUp,
    dispatch: (input) => {
      untold = nothing
      return dispatch(input)
    },
  })
  let afterBreak: AfterBreak | null = null
  /** Usage of a run to be resumed: counted here if we won't resume it, otherwise at its end. */
  let uncounted: Usage | undefined
  let built: BuiltRequest | null = null
  const attached = fewerAttached(state, effect.cut, asked, ports)
  try {
    for (let clean = ports.clean; !cancelled.aborted; clean = true) {
      await ports.failpoint('before-ask')
      const earlier = ports.earlier(effect.cut)
      // in parallel: both are read from disk
      const [connection, isPrivate, tooLong] = await Promise.all([
        ports.connect(asked, cancelled),
        ports.tellsPrivate(state),
        rounds.count() === 0 && earlier?.attempt === effect.attempt
          ? ports.again().then(({ tooLongToRepeat }) => tooLongToRepeat(earlier.content, ports))
          : null,
      ])
      if ('failure' in connection) return await fail(connection.failure, null)
      const { cancelRun } = connection
      const resumed = cancelRun !== null && sameModel(state, effect.cut) ? (earlier?.run ?? null) : null
      atProvider.open(resumed === null ? null : cancelRun, resumed?.responseId ?? null)
      await ports.untilOnline(connection.baseUrl, cancelled)
      if (resumed === null && tooLong !== null) return await fail(tooLong, null)
      const start = {
        type: 'brain-send-message-start',
        ...work,
        model: { providerId, model },
        clean: clean || resumed !== null,
        ...(isPrivate && { private: true as const }),
      } as const
      if (!(await dispatch(start))) return
      await ports.failpoint('after-ask-start')

      const way = wayOf(resumed, rounds.count() === 0 ? earlier : null)
      receiver = ports.live(effect.cut, effect.attempt, way, cancelRun !== null)
      keepRun = true // until the outcome is known: if the worker leaves now, another resumes the run
      built ??= await attached.request()
      const question = rounds.added(built)
      const saving = ports.savingFailed()
      const signal = AbortSignal.any([cancelled, saving])
      atProvider.open(cancelRun, resumed?.responseId ?? null)
      untold = receiver.spent
      const { counted } = receiver.asking(tokensOf(question, state), connection.cost)
      const parts = connection.llm({ ...question.request, signal, counted, ...(resumed && { resume: resumed }) })
      const last = await receiveAnswer(parts, receiver, atProvider.named, ports)
      if (cancelled.aborted) return
      const spent = spentIn(last, connection)
      if (spent !== null) untold = () => spent
      // a run that is kept reports its whole usage at its end
      if (saving.aborted) return await fail(NOT_SAVED, ports.now(), (receiver.run() === null && untold()) || {})
      if (last.type === 'done') {
        atProvider.close()
        keepRun = false
        uncounted = undefined
        attached.answered()
        const { stopReason } = last
        const { usage: taken, cost } = whole(last, receiver.spent, connection)
        const usage = named(taken, last.names, model)
        const round = await rounds.take({ said: receiver.buffer.said(), usage, cost })
        if (round === 'cancelled') return
        if (round === 'none') return await complete(receiver, { stopReason, usage, cost, connection, built: question })
        receiver.end(false)
        continue
      }
      const online = ports.isOnline(connection.baseUrl)
      const { error, heard, cursor: event } = last
      const broken = receiver.run()
      afterBreak ??= (await ports.breaks()).makeBreaks()
      if (cancelled.aborted) return
      const after = afterBreak({ error, run: broken, resumed, online, heard, event })
      keepRun = after.keepRun
      uncounted = last.usage ?? receiver.spent()?.usage ?? uncounted
      // nobody resumes it, so end it: otherwise it is billed to its end
      if (after.mayGoOn && broken !== null) void cancelRun?.(broken.responseId)
      if (after.next === 'fail') {
        atProvider.close()
        // stop listening before the failure is dispatched: if that gives up the answer, the run is ended with it
        if (keepRun) receiver.end(true)
        const fewer: BuiltRequest | null = keepRun ? null : await attached.instead(error, built)
        if (fewer === null) return await failAs(error, connection, keepRun ? undefined : uncounted, built)
        built = fewer
        keepRun = false
        receiver.end(false)
        continue
      }
      receiver.end(keepRun)
    }
  } catch (error) {
    if (!cancelled.aborted)
      await fail(
        { kind: 'lost', message: String(error instanceof Error ? error.message : error).slice(0, 4000) },
        null,
        untold() ?? {},
      )
  } finally {
    receiver?.end(keepRun)
  }
}

/** `answeredBy` is left out if it is the requested name. */
function named(usage: Usage, { answeredBy, responseId }: LastPart['names'], model: string): Usage {
  return {
    ...usage,
    ...(answeredBy !== undefined && answeredBy !== model && { answeredBy }),
    ...(responseId !== undefined && { responseId }),
  }
}

const nothing = (): null => null

/** What a finished answer took: by the provider's count, or estimated if it has none. */
function whole(
  { usage, cost }: Extract<LastPart, { type: 'done' }>,
  guess: () => Spending | null,
  connection: Pick<ModelConnection, 'cost'>,
): { usage: Usage; cost: number | null } {
  const guessed = usage.input + usage.output > 0 ? null : guess()
  if (guessed === null) return { usage, cost: cost ?? connection.cost(usage) }
  return { usage: { ...guessed.usage, guessed: true }, cost: cost ?? guessed.cost }
}

/** What a request took by the provider's count; null: not reported. */
function spentIn(last: LastPart, { cost }: Pick<ModelConnection, 'cost'>): Spending | null {
  if (last.usage === undefined) return null
  return { usage: last.usage, cost: (last.type === 'done' ? last.cost : undefined) ?? cost(last.usage) }
}

const NOT_SAVED: Failure = { kind: 'aborted', message: 'Stopped because nothing could be saved.' }

function wayOf(resumed: RunHandle | null, earlier: EarlierText | null): Way {
  if (resumed !== null) return 're-attached'
  return earlier !== null && earlier.content.length > 0 ? 'asked-again' : 'asked'
}

/** Whether a run left by an earlier request belongs to the model that is configured now. */
function sameModel(state: State, cut: number): boolean {
  const answer = state.messages.findLast((message) => message.role === 'assistant' && message.cut === cut)
  const earlier = answer?.role === 'assistant' ? answer.model : null
  const { providerId, model } = askedModel(state)
  return earlier === null || (earlier.providerId === providerId && earlier.model === model)
}

/** Size of a request in tokens as this provider counts. */
const tokensOf = ({ size }: BuiltRequest, { head }: State): number => Math.round(size * (head.measure?.factor ?? 1))
