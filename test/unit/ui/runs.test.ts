import { expect, it } from 'vitest'
import { NOT_RECORDED } from '../../../src/agent/not-recorded.ts'
import type { SessionItem } from '../../../src/protocol/common.ts'
import { privateId } from '../../../src/settings/private-session.ts'
import { runsOf } from '../../../src/ui/base/state/run-again.ts'
import { countSteps, reportOf } from '../../../src/ui/base/state/run-report.ts'
import { asJson, asMarkdown } from '../../../src/ui/sharing/runs/runs-file.ts'

const text = (words: string) => [{ type: 'text', text: words }]
const call = (name: string, result: unknown) => ({ name, args: '{"a":1}', result })
const ok = (more = {}) => ({ kind: 'ok', content: text('fine'), ...more })
const answer = (n: number, more = {}) => ({
  ...{
    role: 'assistant',
    n,
    timestamp: 1000,
    endedAt: 3000,
    status: 'complete',
    calls: [],
    content: text(`answer ${n}`),
  },
  ...{ model: { providerId: 'p', model: 'm' }, usage: { input: 10, output: 5 }, cost: 0.5, failure: null },
  ...more,
})
const report = (rows: unknown[]) => reportOf(rows as never)

it('a report says of each call whether the recording answered it, and of what it lacks that nothing was done', () => {
  const calls = [
    call('fetch_page', ok({ recorded: true })),
    call('fetch_page', { kind: 'error', content: text(`Error: ${NOT_RECORDED}`) }),
    call('write_file', ok()),
    call('write_file', { kind: 'denied', content: text('Denied') }),
    call('ask_user', null),
    // the recording's own error is its answer
    call('run_shell', { kind: 'error', content: text('exit 1'), recorded: true }),
  ]
  const found = report([{ role: 'user' }, answer(1, { calls }), answer(2, { cost: null, content: text('The end.') })])
  expect(found.steps.map(({ how }) => how)).toEqual(['recorded', 'not-recorded', 'run', 'error', 'open', 'recorded'])
  expect(countSteps(found, 'recorded')).toBe(2)
  expect(found).toMatchObject({ messages: 1, answers: 2, input: 20, output: 10, cost: 0.5, unpriced: 1, ms: 4000 })
  expect(found).toMatchObject({ models: ['m'], result: 'The end.', failed: false })
})

it('a run that failed says why instead of a result, and a replaced answer counts for nothing', () => {
  const failed = answer(2, {
    status: 'failed',
    usage: null,
    content: [],
    failure: { kind: 'server', message: 'Down.' },
  })
  expect(report([answer(1, { status: 'replaced', cost: 9 }), failed])).toMatchObject({
    ...{ answers: 1, cost: 0, result: 'Down.', failed: true },
  })
  expect(report([])).toMatchObject({ models: [], answers: 0, result: '', steps: [] })
})

const item = (id: string, more: Partial<SessionItem> = {}): SessionItem =>
  ({
    id,
    title: id,
    timestamp: 1,
    createdAt: 1,
    count: 2,
    deletedAt: null,
    status: 'idle',
    busy: false,
    ...more,
  }) as never

it('a session and its repetitions belong together, whichever of them is looked at', () => {
  const origin = { session: 'source', n: 0 }
  const again = (n: number) => `again-${String(n).padStart(12, '0')}`
  const sessions = [
    item(again(2), { origin, createdAt: 9 }),
    item('source'),
    item(again(1), { origin, createdAt: 5 }),
    item(again(3), { origin, deletedAt: 7 }),
    item('branch', { origin }),
  ]
  for (const id of ['source', again(1), again(2)])
    expect(runsOf(sessions, id).map((run) => run.id)).toEqual(['source', again(1), again(2)])
  expect(runsOf(sessions, 'branch').map((run) => run.id)).toEqual(['branch'])
  expect(runsOf(sessions, 'missing')).toEqual([])
  expect(`${privateId(crypto.randomUUID()).slice(0, 17)}again-0123456789ab`).toMatch(/^[A-Za-z0-9_-]{1,64}$/)
})

it('the files hold the same figures, whatever a model writes', () => {
  const nasty = 'a | b\n```\n# no heading\n````js'
  const calls = [call('run_`x`', ok({ recorded: true }))]
  const rows = [answer(1, { calls, content: text(nasty), model: { providerId: 'p', model: 'm|\n# x' } })]
  const runs = [{ ...report(rows), name: 'Original', state: 'Done' }]
  const json = JSON.parse(asJson('Title', runs))
  expect(json).toMatchObject({ format: 'reflexor-runs', version: 1, title: 'Title' })
  expect(json.runs[0]).toMatchObject({ cost: 0.5, toolCalls: 1, fromRecording: 1, notInRecording: 0, result: nasty })
  const lines = asMarkdown('A\n# title', runs).split('\n')
  expect(lines[0]).toBe('# A # title')
  expect(lines).toContain('| Model | m\\| # x |')
  expect(lines).toContain('| From the recording | 1 |')
  // the result is in a fence that nothing in it can close
  const fence = lines.find((line) => /^`{3,}text$/.test(line))?.replace('text', '') ?? ''
  expect(fence.length).toBeGreaterThan(4)
  expect(lines.filter((line) => line.startsWith(fence))).toHaveLength(2)
  expect(lines.filter((line) => /^#/.test(line) && !line.includes('no heading'))).toEqual([
    '# A # title',
    '## Original',
  ])
})
