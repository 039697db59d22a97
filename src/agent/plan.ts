import type { Immutable } from 'mutative'
import * as z from 'zod/mini'

/**
 * The plan of a session: steps with states. The model replaces it as a whole (`update_plan`), the person changes single
 * steps. It is a separate row; the head has only what lists of sessions show.
 */

export const MAX_STEPS = 50
export const MAX_STEP_TEXT = 200
/** Characters of the active step in the head, which every commit rewrites. */
const MAX_TEXT_IN_HEAD = 80

export const STEP_STATES = ['pending', 'active', 'done', 'skipped'] as const
export const StepState = z.enum(STEP_STATES)
export type StepState = z.infer<typeof StepState>

const StepText = z.lazy(() => z.string().check(z.minLength(1), z.maxLength(MAX_STEP_TEXT)))
export const PlanStep = z.lazy(() => z.object({ text: StepText, state: StepState }))
export type PlanStep = Immutable<z.infer<typeof PlanStep>>

/**
 * `edited`: stamp of the person's last change; 0: none. `row`: stamp (`seq`) of the transcript row in which the model
 * reads this plan; null: the next request tells it.
 */
export const Plan = z.lazy(() =>
  z.object({
    steps: z
      .array(z.object({ id: z.string().check(z.maxLength(64)), text: StepText, state: StepState }))
      .check(z.maxLength(MAX_STEPS)),
    edited: z.int(),
    row: z.nullable(z.int()),
  }),
)
export type Plan = Immutable<z.infer<typeof Plan>>
export type Step = Plan['steps'][number]

const StepId = z.string().check(z.minLength(1), z.maxLength(64))
/** One change by the person. A change of a step that is gone does not apply. */
export const PlanChange = z.lazy(() =>
  z.discriminatedUnion('type', [
    /** `after`: id of the step before it; absent: at the end. */
    z.object({ type: z.literal('add'), text: StepText, after: z.optional(StepId) }),
    z.object({
      type: z.literal('step'),
      id: StepId,
      text: z.optional(StepText),
      state: z.optional(StepState),
    }),
    z.object({ type: z.literal('remove'), id: StepId }),
    z.object({ type: z.literal('move'), id: StepId, to: z.int() }),
    z.object({ type: z.literal('clear') }),
  ]),
)
export type PlanChange = Immutable<z.infer<typeof PlanChange>>

/** Counts and the active step: for status, lists and reports. `at`: position of that step from 1; 0: none is active. */
export const PlanInHead = z.lazy(() =>
  z.object({ steps: z.int(), done: z.int(), at: z.int(), text: z.string().check(z.maxLength(MAX_TEXT_IN_HEAD)) }),
)
export type PlanInHead = Immutable<z.infer<typeof PlanInHead>>

/** Absent: there is no step to show. */
export const planInHead = ({ steps }: Pick<Plan, 'steps'>): PlanInHead | undefined => {
  if (steps.length === 0) return undefined
  const at = steps.findIndex(({ state }) => state === 'active')
  const text = steps[at]?.text ?? ''
  return {
    steps: steps.length,
    done: steps.filter(({ state }) => state === 'done' || state === 'skipped').length,
    at: at + 1,
    text:
      text.length <= MAX_TEXT_IN_HEAD
        ? text
        : `${text.slice(0, MAX_TEXT_IN_HEAD - 1).replace(/[\uD800-\uDBFF]$/, '')}…`,
  }
}

/** The steps of the model, with ids: a step that keeps its words keeps its id. */
export const withIds = (old: readonly Step[], steps: readonly PlanStep[], seq: number): Step[] => {
  const free = [...old]
  return steps.map(({ text, state }, n) => {
    const same = free.findIndex((step) => step.text === text)
    const kept = same === -1 ? undefined : free.splice(same, 1)[0]
    return { id: kept?.id ?? `${seq}.${n}`, text, state }
  })
}

/** The steps after a change by the person; null: it does not apply, or changes nothing. */
export const changedSteps = (steps: readonly Step[], change: PlanChange, seq: number): readonly Step[] | null => {
  if (change.type === 'clear') return steps.length > 0 ? [] : null
  if (change.type === 'add') {
    if (steps.length >= MAX_STEPS) return null
    const after = steps.findIndex(({ id }) => id === change.after)
    const added: Step = { id: `${seq}.0`, text: change.text, state: 'pending' }
    return put(steps, after === -1 ? steps.length : after + 1, added)
  }
  const place = steps.findIndex(({ id }) => id === change.id)
  const step = steps[place]
  if (step === undefined) return null
  const others = steps.filter((other) => other !== step)
  if (change.type === 'remove') return others
  if (change.type === 'move') {
    const stays = change.to === place || change.to < 0 || change.to >= steps.length
    return stays ? null : put(others, change.to, step)
  }
  const { text = step.text, state = step.state } = change
  if (text === step.text && state === step.state) return null
  return steps.map((other) => (other === step ? { ...step, text, state } : other))
}

const put = (steps: readonly Step[], place: number, step: Step): Step[] => [
  ...steps.slice(0, place),
  step,
  ...steps.slice(place),
]

/** The plan for the model, a line per step. */
export const planLines = (steps: readonly PlanStep[]): string =>
  steps.map(({ text, state }, n) => `${n + 1}. [${state}] ${text}`).join('\n')

/** Told once, with the first request after the person's change. */
export const planNote = ({ steps }: Pick<Plan, 'steps'>): string =>
  steps.length === 0
    ? '[The user removed every step of the plan.]'
    : `[The user changed the plan. It is now:\n${planLines(steps)}]`

/** The result of a call that would have overwritten what the person has just changed. */
export const PLAN_CHANGED =
  'Not done: the user changed the plan meanwhile. The next message shows it. Call update_plan again if it needs a change.'
