import * as z from 'zod/mini'
import { DEFAULT_TIME_LIMIT, defineTool } from '../define-tool.ts'

/** A task that this session is given again at set times. It costs money each time, so the person is asked. */
export const every = defineTool({
  name: 'every',
  label: 'Repeat',
  description: 'Repeats a task here at set times.',
  parameters: z.strictObject({
    cron: z.string().check(z.minLength(1), z.maxLength(100), z.describe('Five fields, local.')),
    task: z.string().check(z.trim(), z.minLength(1), z.maxLength(4000), z.describe('What to do.')),
  }),
  repeat: 'idempotent',
  approval: 'ask',
  sequential: false,
  timeLimit: DEFAULT_TIME_LIMIT,
  gives: 'own',
  run: async ({ cron, task }, { recurring, idempotencyKey, signal }) => {
    signal.throwIfAborted()
    if (recurring === undefined) throw new Error('Nothing can be repeated here.')
    const outcome = await recurring.add({ id: idempotencyKey, times: cron, task })
    if ('problem' in outcome) throw new Error(outcome.problem)
    const next = outcome.next.map((time) => new Date(time).toISOString()).join(', then ')
    return {
      content: [
        {
          type: 'text',
          text: `It will be repeated: next at ${next}. End your answer now, do not wait. The user can change or stop it under Activity.`,
        },
      ],
    }
  },
})
