import { expect, it } from 'vitest'
import { askUser } from '../../../src/tools/person/ask-user.ts'
import { every } from '../../../src/tools/person/every.ts'
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
  expect(await run(tool, { until: '2 hours' })).toMatchObject({
    waitUntil: 1_000_000 + 2 * 3_600_000,
    closeWith: [{ type: 'text', text: expect.stringContaining('Waited: 2 hours') }],
  })
  expect(await run(tool, { until: '1.5 seconds', reason: 'the build' })).toMatchObject({ waitUntil: 1_001_500 })
})

it('a wait of more than a year, of nothing or of less is refused', async () => {
  await expect(run(waitTool(), { until: '400 days' })).rejects.toThrow(/366 days/)
  await expect(run(waitTool(), { until: 'soon' })).rejects.toThrow()
})

it('a notification carries the call as its tag, so that a second run shows it once', async () => {
  const shown: unknown[] = []
  await run(notify, { title: 'Done' }, { notify: (each) => shown.push(each) })
  expect(shown).toEqual([{ title: 'Done', text: '', tag: '7.0.1' }])
  await expect(run(notify, { title: 'Done' })).rejects.toThrow(/cannot be shown/)
})

it('a wait until a clock time ends at another, and one that has passed waits for a year', async () => {
  const now = new Date(2026, 10, 23, 14, 30).getTime()
  const tool = waitTool(() => now)
  const tomorrow = new Date(2026, 10, 24, 8).getTime()
  expect(await run(tool, { until: 'tomorrow 8:00' })).toMatchObject({ waitUntil: tomorrow })
  await expect(run(tool, { until: 'today 8:00' })).rejects.toThrow('has passed already')
  await expect(run(tool, { until: 'whenever' })).rejects.toThrow('"whenever" is no time. Write "90 minutes"')
})

it('a wait as earlier versions asked for it is refused', () => {
  const tool = waitTool()
  expect(tool.prepareArguments?.({ amount: 5, unit: 'minutes', reason: 'tea' })).toEqual({
    until: '5 minutes',
    reason: 'tea',
  })
  expect(tool.prepareArguments?.({ until: '8:00' })).toEqual({ until: '8:00' })
})

it('a task that repeats is asked for under another name in a second run, or its refusal is no error', async () => {
  const asked: unknown[] = []
  const recurring = {
    add: async (task: { times: string }) => {
      asked.push(task)
      return task.times === 'x' ? { problem: 'Write the times as cron.' } : { next: [0, 86_400_000] }
    },
  }
  const done = await run(every, { cron: '0 8 * * *', task: ' Report. ' }, { recurring })
  expect(asked).toEqual([{ id: '7.0.1', times: '0 8 * * *', task: 'Report.' }])
  expect(JSON.stringify(done)).toContain('next at 1970-01-01T00:00:00.000Z, then 1970-01-02')
  await expect(run(every, { cron: 'x', task: 'Report.' }, { recurring })).rejects.toThrow('cron')
  await expect(run(every, { cron: 'x', task: 'Report.' })).rejects.toThrow('Nothing can be repeated')
})
