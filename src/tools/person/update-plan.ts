import * as z from 'zod/mini'
import { DEFAULT_TIME_LIMIT, defineTool } from '../define-tool.ts'

const MAX_STEPS = 50
const MAX_TEXT = 200

const Step = z.strictObject({
  text: z
    .string()
    .check(z.minLength(1), z.maxLength(MAX_TEXT), z.describe('The step in a few words, in the language of the user.')),
  state: z.enum(['pending', 'active', 'done', 'skipped']).check(z.describe('Where the step is.')),
})

/** The plan is state: it is committed with the call's result, and the person sees and changes it. */
export const updatePlan = defineTool({
  name: 'update_plan',
  label: 'Update plan',
  description:
    'Shows the user your plan for a task of several steps, and how far you are. Send the whole plan each time: all steps in their order, each pending, active, done or skipped, at most one active. Use it before you begin a task of three or more steps, and whenever a step begins or ends. Not for short answers.',
  parameters: z.strictObject({
    steps: z.array(Step).check(z.minLength(1), z.maxLength(MAX_STEPS), z.describe('The whole plan, in order.')),
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
