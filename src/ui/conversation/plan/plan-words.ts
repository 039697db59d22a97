import type { PlanInHead, StepState } from '../../../agent/plan.ts'
import { type PlainPhrase, t } from '../../base/words/t.ts'

export const STATE_WORDS: Record<StepState, PlainPhrase> = {
  pending: 'To do',
  active: 'In progress',
  done: 'Done',
  skipped: 'Skipped',
}

/** Where a plan is, in one line: "4 of 7: Run the tests". */
export const planWords = ({ steps, done, at, text }: PlanInHead): string =>
  at > 0
    ? t('{n} of {all}: {step}', { n: at, all: steps, step: text })
    : t('{n} of {all} steps done', { n: done, all: steps })
