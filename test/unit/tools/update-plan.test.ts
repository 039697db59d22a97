import { expect, it } from 'vitest'
import { parseOutcome } from '../../../src/effects/tool-outcome.ts'
import { updatePlan } from '../../../src/tools/person/update-plan.ts'
import type { ToolContext } from '../../../src/tools/tool.ts'
import { parseArguments } from '../../../src/tools/validate.ts'

const plan = async (steps: unknown): Promise<unknown> => {
  const parsed = parseArguments(updatePlan, JSON.stringify({ steps }))
  if (parsed.problem !== undefined) return parsed.problem
  const outcome = parseOutcome(await updatePlan.run(parsed.args as never, {} as ToolContext))
  return 'plan' in outcome ? outcome.plan : outcome
}
const step = (text: string) => ({ text, state: 'pending' })

it('a plan of 1,000 steps, without steps, or with a page as a step is refused with what to do', async () => {
  expect(await plan(Array.from({ length: 1000 }, () => step('x')))).toMatch(/steps.*50/s)
  expect(await plan([])).toMatch(/steps/)
  expect(await plan([step('x'.repeat(5000))])).toMatch(/text.*200/s)
  expect(await plan([{ text: 'x', state: 'begun' }])).toMatch(/state/)
})

it('a step is one line of plain text: HTML stays text, line ends and control characters are gone', async () => {
  expect(await plan([step('<b>Run</b>\n\tthe\u0000 tests\u2028')])).toEqual([step('<b>Run</b> the tests')])
  expect(await plan([step(' \n ')])).toEqual([step('…')])
})
