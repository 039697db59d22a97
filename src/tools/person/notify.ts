import * as z from 'zod/mini'
import { DEFAULT_TIME_LIMIT, defineTool } from '../define-tool.ts'

export const notify = defineTool({
  name: 'notify',
  label: 'Notify you',
  description: 'Notifies the user that a long task is done or stuck.',
  parameters: z.strictObject({
    title: z.string().check(z.minLength(1), z.maxLength(80), z.describe('A few words.')),
    text: z.optional(z.string().check(z.maxLength(300))).check(z.describe('One sentence more.')),
  }),
  // The call's key is the notification's tag: a second one replaces the first.
  repeat: 'idempotent',
  approval: 'allow',
  sequential: false,
  timeLimit: DEFAULT_TIME_LIMIT,
  gives: 'own',
  run: async ({ title, text }, { notify: show, idempotencyKey }) => {
    if (show === undefined) throw new Error('Notifications cannot be shown here.')
    show({ title, text: text ?? '', tag: idempotencyKey })
    return {
      content: [{ type: 'text', text: 'The notification was handed to the page. Whether it was seen is not known.' }],
    }
  },
})
