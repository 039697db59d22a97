import { expect, it } from 'vitest'
import { askUser } from '../../../src/tools/person/ask-user.ts'
import { notify } from '../../../src/tools/person/notify.ts'
import { waitTool } from '../../../src/tools/person/wait.ts'
import type { Tool, ToolContext, ToolOutcome } from '../../../src/tools/tool.ts'
import { memoryFiles } from './memory-files.ts'

const run = async (tool: Tool, args: unknown, context: Partial<ToolContext> = {}): Promise<ToolOutcome> =>
  tool.run(tool.parameters.parse(args), {
    signal: new AbortController().signal,
    progress: () => {},
    files: memoryFiles(),
    idempotencyKey: '7.0.1',
    ...context,
  })

it('a question waits for the person, with its choices', async () => {
  expect(await run(askUser, { question: 'Which?', choices: ['a', 'b'] })).toEqual({
    ask: { text: 'Which?', choices: ['a', 'b'] },
  })
  expect(await run(askUser, { question: 'Why?' })).toEqual({ ask: { text: 'Why?', choices: [] } })
})

it('a wait ends at its time and says in its result how long it was', async () => {
  const tool = waitTool(() => 1_000_000)
  expect(await run(tool, { amount: 2, unit: 'hours' })).toMatchObject({
    waitUntil: 1_000_000 + 2 * 3_600_000,
    closeWith: [{ type: 'text', text: expect.stringContaining('Waited 2 hours') }],
  })
  expect(await run(tool, { amount: 1.5, unit: 'seconds', reason: 'the build' })).toMatchObject({ waitUntil: 1_001_500 })
})

it('a wait of more than a year, of nothing or of less is refused', async () => {
  await expect(run(waitTool(), { amount: 400, unit: 'days' })).rejects.toThrow(/366 days/)
  await expect(run(waitTool(), { amount: 0, unit: 'days' })).rejects.toThrow()
})

it('a notification carries the call as its tag, so that a second run shows it once', async () => {
  const shown: unknown[] = []
  await run(notify, { title: 'Done' }, { notify: (each) => shown.push(each) })
  expect(shown).toEqual([{ title: 'Done', text: '', tag: '7.0.1' }])
  await expect(run(notify, { title: 'Done' })).rejects.toThrow(/cannot be shown/)
})
