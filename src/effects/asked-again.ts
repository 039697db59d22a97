import type { AnswerBlock, Failure } from '../agent/content.ts'
import { openDraft } from '../agent/draft.ts'
import type { Unstamped } from '../agent/input.ts'
import { sizeOfBlocks } from '../agent/size.ts'
import type { State } from '../agent/state.ts'
import { reachedLimit, spend } from '../agent/transition/limits.ts'

/**
 * Decides whether a cut-off answer may be requested, and so paid for, again without asking the person. Loaded late
 * (worker/ports/asking-code.ts).
 */

type Spent = Partial<Pick<Extract<Unstamped, { type: 'brain-fail' }>, 'usage' | 'cost'>>
/** A part of AskBrainPorts (ask-brain-ports.ts). */
type Ports = {
  askBeforeAgainAbove: () => Promise<number | null>
  lookUp: { current: () => State }
  now: () => number
  /** Answers, by cut, of which a paid request was cut off. Per session, lost on reload. */
  paidBroken: Set<number>
}

/**
 * Why a failed answer may not be requested again, although its failure would allow it; null: it may. `spent`: usage
 * that the state has not counted yet. `paid`: the answer, if it brought something that costs; such an answer is
 * automatically requested again once.
 */
export async function notAgain(
  failure: Failure,
  partial: AnswerBlock[],
  spent: Spent,
  paid: { cut: number; state: State } | null,
  ports: Ports,
): Promise<Failure | null> {
  const limit = limitAfter(spent, ports.lookUp.current(), ports.now())
  if (limit !== null) return { kind: 'interrupted', message: `${REACHED[limit]} ${failure.message}`.slice(0, 4000) }
  if (paid !== null) {
    const { cut, state } = paid
    const brokeBefore = ports.paidBroken.has(cut) || contentOf(state, cut) > 0
    ports.paidBroken.add(cut)
    if (brokeBefore) return failure
  }
  return await tooLongToRepeat(partial, ports)
}

/** Blocks that an earlier attempt left of an answer. */
function contentOf({ messages }: State, cut: number): number {
  const answer = messages.findLast((message) => message.role === 'assistant' && message.cut === cut)
  return answer?.role === 'assistant' ? answer.content.length : 0
}

/** A failure if the answer is too long to be repeated without asking; null if not. */
export async function tooLongToRepeat(
  content: AnswerBlock[],
  { askBeforeAgainAbove }: Pick<Ports, 'askBeforeAgainAbove'>,
): Promise<Failure | null> {
  const size = sizeOfBlocks(content)
  const limit = await askBeforeAgainAbove()
  if (limit === null || size <= limit) return null
  const message = `This answer was cut off after about ${size.toLocaleString('en')} tokens. Retrying costs them again, so Reflexor waits for you (Settings > Models).`
  return { kind: 'interrupted', message }
}

const REACHED = {
  tokens: 'This run reached its token limit, so the answer was not retried.',
  'cost-run': 'This run reached its cost limit, so the answer was not retried.',
  'cost-day': 'This session reached its daily cost limit, so the answer was not retried.',
}

/**
 * The spending limit that is reached once `spent` is counted, by the rules of the next request
 * (agent/transition/limits.ts).
 */
function limitAfter(spent: Spent, state: State, now: number): keyof typeof REACHED | null {
  const draft = openDraft(state, { seq: state.head.seq, timestamp: now })
  draft.head.sameCall = null
  spend(draft, spent)
  // any grant was used up by the request that was cut off
  const limit = reachedLimit(draft, true)
  if (limit === null || limit === 'turns' || limit === 'same-call') return null
  return limit === 'cost-day' && beganAfterLimit(draft) ? null : limit
}

/** The day's money was spent before this run began: the person chose to continue all the same. */
const beganAfterLimit = ({ head: { spent, run }, config }: Pick<State, 'head' | 'config'>): boolean =>
  // a sum of cents is not exact
  spent.cost - run.cost > (config.limits.maxCostPerDay ?? Number.POSITIVE_INFINITY) - 1e-9
