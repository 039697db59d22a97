import * as z from 'zod/mini'
import { DEFAULT_TIME_LIMIT, defineTool } from '../define-tool.ts'

const MAX_STEPS = 50
const MAX_TEXT = 200

const Step = z.strictObject({
  text: z.string().check(z.minLength(1), z.maxLength(MAX_TEXT), z.describe('A few words.')),
  state: z.enum(['pending', 'active', 'done', 'skipped']).check(z.describe('Its state.')),
})

/** The plan is state: it is committed with the call's result, and the person sees and changes it. */
export const updatePlan = defineTool({
  name: 'update_plan',
  label: 'Update plan',
  description: 'Shows the user your plan for three or more steps, and how far you are. Send all steps.',
  parameters: z.strictObject({
    steps: z.array(Step).check(z.minLength(1), z.maxLength(MAX_STEPS), z.describe('In order.')),
  }),
  repeat: 'pure',
  approval: 'allow',
  sequential: false,
  timeLimit: DEFAULT_TIME_LIMIT,
  gives: 'own',
  run: async ({ steps }) => ({
    content: [{ type: 'text', text: 'The user sees the plan.' }],
    plan: steps.map(({ text, state }) => ({ text: oneLine(text), state })),
  }),
})

/** A step is one line: what would break it, or draw over others, is left out. */
const oneLine = (text: string): string => text.replace(/[\s\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ').trim() || '…'
