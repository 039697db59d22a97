import { castDraft } from 'mutative'
import { type Draft, type OpenAnswer, readAnswer } from '../draft.ts'
import type { UserInput } from '../input.ts'
import { changedSteps, type Plan, type PlanStep, planInHead, planLines, planNote, withIds } from '../plan.ts'
import { compressionCut } from '../select.ts'
import { see } from './run.ts'

/** The plan: replaced by the model, changed by the person, told to the model. */

/** The only place that changes a plan's steps: the head follows. */
const putPlan = (draft: Draft, plan: Plan): void => {
  draft.plan = plan
  const short = planInHead(plan)
  if (short === undefined) delete draft.head.plan
  else draft.head.plan = castDraft(short)
}

/**
 * By the person. The next request tells it, so its cut moves. A running compression is not made again for it: its end
 * moves the cut.
 */
export const changePlan = (draft: Draft, { change }: Extract<UserInput, { type: 'user-change-plan' }>): boolean => {
  const { head, plan, seq } = draft
  const steps = plan && changedSteps(plan.steps, change, seq)
  if (!steps) return false
  putPlan(draft, { steps, edited: seq, row: null })
  if (!head.unseen || compressionCut(head) !== null) return true
  if (head.compressedFor === head.unseen.cut) head.compressedFor = seq
  see(draft)
  return true
}

/**
 * By the model. False: the person changed the plan after the answer in row `n` was asked for; nothing is overwritten.
 */
export const replacePlan = (draft: Draft, n: number, steps: readonly PlanStep[]): boolean => {
  const answer = readAnswer(draft, n)
  const { plan, seq } = draft
  if (answer === undefined || (plan?.edited ?? 0) > answer.cut) return false
  putPlan(draft, { steps: withIds(plan?.steps ?? [], steps, seq), edited: plan?.edited ?? 0, row: answer.seq })
  return true
}

/**
 * The request of this answer tells the model what the person changed. The words stay in its row: the beginning of later
 * requests is the same.
 */
export const tellPlan = (draft: Draft, answer: OpenAnswer): void => {
  const { plan } = draft
  if (plan === null || plan.row !== null) return
  answer.told = planNote(plan)
  draft.plan = { ...plan, row: answer.seq }
}

/** The plan for a summary that ends at `cutAt`; undefined: the model reads it after the summary, or there is none. */
export const hiddenPlan = ({ plan }: Pick<Draft, 'plan'>, cutAt: number): string | undefined =>
  plan !== null && plan.row !== null && plan.row <= cutAt && plan.steps.length > 0 ? planLines(plan.steps) : undefined
