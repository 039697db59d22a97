import * as z from 'zod/mini'
import { DEFAULT_TIME_LIMIT, defineTool } from '../define-tool.ts'

const LONGEST_DAYS = 366
const UNITS = { seconds: 1000, minutes: 60_000, hours: 3_600_000, days: 86_400_000 }

/** A durable timer: its deadline is state, so it fires late rather than never. */
export function waitTool(now: () => number = Date.now) {
  return defineTool({
    name: 'wait',
    label: 'Wait',
    description: 'Waits, also while the page is closed.',
    parameters: z.strictObject({
      amount: z.number().check(z.positive(), z.describe('How many.')),
      unit: z.enum(['seconds', 'minutes', 'hours', 'days']).check(z.describe('Of what.')),
      reason: z.optional(z.string().check(z.maxLength(200))).check(z.describe('What for, in a few words.')),
    }),
    repeat: 'pure',
    approval: 'allow',
    sequential: false,
    timeLimit: DEFAULT_TIME_LIMIT,
    gives: 'own',
    run: async ({ amount, unit, reason }) => {
      const duration = amount * UNITS[unit]
      if (duration > LONGEST_DAYS * UNITS.days) throw new Error(`A wait may last ${LONGEST_DAYS} days at most.`)
      const until = now() + duration
      const why = reason === undefined ? '' : ` (${reason})`
      const text = `Waited ${amount} ${unit}${why}. It is not before ${new Date(until).toISOString()} now.`
      return { waitUntil: until, closeWith: [{ type: 'text', text }] }
    },
  })
}
