import * as z from 'zod/mini'
import { DEFAULT_TIME_LIMIT, defineTool } from '../define-tool.ts'
import { quote } from '../workspace/path.ts'
import { timeFrom } from './time-from.ts'

const LONGEST_DAYS = 366
const DAY = 86_400_000
/** In ms: a time that has just passed counts as now. */
const JUST_PASSED = 60_000

/** A durable timer: its deadline is state, so it fires late rather than never. */
export function waitTool(now: () => number = Date.now) {
  return defineTool({
    name: 'wait',
    label: 'Wait',
    description: 'Waits, also while the page is closed.',
    parameters: z.strictObject({
      until: z.string().check(z.minLength(1), z.maxLength(100), z.describe('"90 minutes" or "tomorrow 8:00".')),
      reason: z.optional(z.string().check(z.maxLength(200))).check(z.describe('What for.')),
    }),
    repeat: 'pure',
    approval: 'allow',
    sequential: false,
    timeLimit: DEFAULT_TIME_LIMIT,
    gives: 'own',
    // as earlier versions asked for it, and other agents do
    prepareArguments: ({ amount, unit, ...rest }) =>
      amount === undefined || unit === undefined ? { ...rest } : { until: `${amount} ${unit}`, ...rest },
    run: async ({ until: words, reason }) => {
      const begun = now()
      const until = timeFrom(words, begun)
      if (until === null)
        throw new Error(
          `${quote(words)} is no time. Write "90 minutes", "8:00", "tomorrow 8:00", "monday 9:30" or "2026-11-28T08:00".`,
        )
      if (until - begun > LONGEST_DAYS * DAY) throw new Error(`A wait may last ${LONGEST_DAYS} days at most.`)
      if (until < begun - JUST_PASSED) throw new Error(`${new Date(until).toISOString()} has passed already.`)
      const why = reason === undefined ? '' : ` (${reason})`
      const text = `Waited: ${words}${why}. It is not before ${new Date(until).toISOString()} now.`
      return { waitUntil: until, closeWith: [{ type: 'text', text }] }
    },
  })
}
