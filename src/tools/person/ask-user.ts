import * as z from 'zod/mini'
import { DEFAULT_TIME_LIMIT, defineTool } from '../define-tool.ts'

/** The question is state: it survives a reload and can be answered from any tab. */
export const askUser = defineTool({
  name: 'ask_user',
  label: 'Ask a question',
  description: 'Asks the user a question and waits. Only for what you cannot find out or decide.',
  parameters: z.strictObject({
    question: z.string().check(z.minLength(1), z.maxLength(2000), z.describe('The question.')),
    choices: z
      .optional(z.array(z.string().check(z.minLength(1), z.maxLength(200))).check(z.maxLength(8)))
      .check(z.describe('Answers to choose from.')),
  }),
  repeat: 'pure',
  approval: 'allow',
  sequential: false,
  timeLimit: DEFAULT_TIME_LIMIT,
  run: async ({ question, choices }) => ({ ask: { text: question, choices: choices ?? [] } }),
})
