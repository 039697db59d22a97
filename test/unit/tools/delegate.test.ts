import { describe, expect, it } from 'vitest'
import { Form, MOST_CHANGES } from '../../../src/agent/form.ts'
import { MAX_HELPERS, MAX_TASK } from '../../../src/agent/version.ts'
import { MOST_LISTED } from '../../../src/tools/helpers/changes-form.ts'
import { AT_ONCE, delegate, LONGEST_TASK } from '../../../src/tools/helpers/delegate.ts'
import type { HelperJob, HelperReport, Helping } from '../../../src/tools/helpers/helper-port.ts'
import type { ToolContext } from '../../../src/tools/tool.ts'
import { parseArguments } from '../../../src/tools/validate.ts'
import { REPORT } from './memory-files.ts'

const context = (help: ToolContext['delegate']): ToolContext => ({
  signal: new AbortController().signal,
  progress: () => {},
  files: {} as never,
  idempotencyKey: 'k',
  delegate: help,
})
const ended = async (report: Partial<HelperReport>) => {
  const outcome = await delegate.run(
    { task: 'Look.' },
    context(async () => ({ type: 'ended', report: { ...REPORT, ...report } })),
  )
  if (!('content' in outcome)) throw new Error('it waits')
  const [block] = outcome.content
  return { ...outcome, text: block?.type === 'text' ? block.text : '' }
}

it('its bounds are those of the mind', () => {
  expect([AT_ONCE, LONGEST_TASK]).toEqual([MAX_HELPERS, MAX_TASK])
  expect(parseArguments(delegate, JSON.stringify({ task: 'x'.repeat(MAX_TASK + 1) })).problem).toContain('/task')
})

it('waits for a helper that is at work, and names its session', async () => {
  const jobs: HelperJob[] = []
  const help = async (job: HelperJob): Promise<Helping> => {
    jobs.push(job)
    return { type: 'at-work', session: 'h1' }
  }
  expect(await delegate.run({ task: '  Count the stars.\nAll of them.' }, context(help))).toEqual({ helper: 'h1' })
  expect(await delegate.run({ task: 'x', title: ' Stars ', tools: ['a'], max_turns: 2 }, context(help))).toEqual({
    helper: 'h1',
  })
  expect(jobs).toEqual([
    { title: 'Count the stars.', task: '  Count the stars.\nAll of them.', tools: null, maxTurns: 30 },
    { title: 'Stars', task: 'x', tools: ['a'], maxTurns: 2 },
  ])
})

const CHANGES = [
  { path: 'a.md', from: null, to: 'a'.repeat(64), size: 1, mediaType: 'text/markdown' },
  { path: 'b.md', from: 'b'.repeat(64), to: null, size: 1, mediaType: 'text/markdown' },
]
const ENDED = async (report: Partial<HelperReport>): Promise<Helping> => ({
  type: 'ended',
  report: { ...REPORT, ...report },
})
/** The form that asks about these changes. */
const formFor = async (changes: HelperReport['changes']) => {
  const asked = await delegate.run(
    { task: 'Look.', ask_to_keep: true },
    context(() => ENDED({ changes })),
  )
  if (!('form' in asked)) throw new Error('it does not ask')
  return asked.form
}

describe('try, then keep', () => {
  it('files of a helper that only tried came back without a word of the person', async () => {
    const form = await formFor(CHANGES)
    expect(form).toMatchObject({ about: 'changes', from: 'Look.', changes: { files: CHANGES, more: 0 } })
    expect(Form.parse(form)).toEqual(form)
    const wanted = await delegate.run(
      { task: 'Look.' },
      context(() => ENDED({ changes: CHANGES, asks: true })),
    )
    expect(wanted).toEqual({ form })
    // without changes there is nothing to ask
    expect(
      await delegate.run(
        { task: 'x', ask_to_keep: true },
        context(() => ENDED({})),
      ),
    ).toHaveProperty('content')
  })
  it.each([
    ['accept', CHANGES, 'Files it changed: a.md, b.md (deleted)'],
    ['decline', [], 'The user dropped its changes, so none of them is in the workspace: a.md, b.md (deleted)'],
    ['cancel', [], 'The user dropped its changes, so none of them is in the workspace: a.md, b.md (deleted)'],
  ] as const)('the answer "%s" decides about all of them', async (action, files, words) => {
    const { id } = await formFor(CHANGES)
    const answered = { id, attempt: 2, action, values: {} }
    const outcome = await delegate.run(
      { task: 'Look.', ask_to_keep: true },
      { ...context(() => ENDED({ changes: CHANGES })), answered },
    )
    expect(outcome).toMatchObject({ files, isError: false, spent: REPORT.spent })
    expect('content' in outcome && outcome.content).toEqual([{ type: 'text', text: `It is done.\n\n${words}` }])
  })
  it('a yes to what the person saw kept what the helper, or the workspace, changed after that', async () => {
    const { id } = await formFor(CHANGES)
    const moved = CHANGES.map((change) => ({ ...change, path: `new-${change.path}` }))
    const outcome = await delegate.run(
      { task: 'Look.', ask_to_keep: true },
      { ...context(() => ENDED({ changes: moved })), answered: { id, attempt: 2, action: 'accept', values: {} } },
    )
    expect(outcome).toMatchObject({ form: { changes: { files: moved } } })
  })
  it('a thousand changes do not fit the row: a hundred are listed, the others counted, and each of them decides', async () => {
    const many = Array.from({ length: 1000 }, (_, n) => ({ ...CHANGES[0], path: `f${n}` })) as HelperReport['changes']
    const form = await formFor(many)
    expect(MOST_LISTED).toBe(MOST_CHANGES)
    expect(form.changes).toMatchObject({ files: { length: MOST_CHANGES }, more: 1000 - MOST_CHANGES })
    expect(Form.safeParse(form).success).toBe(true)
    expect((await formFor(many.slice(0, -1))).id).not.toBe(form.id)
  })
})

describe('what the model reads', () => {
  it('of one that is done: its words, its files, and what was changed in both', async () => {
    const apart = [
      { path: 'c.md', copy: 'c-2.md' },
      { path: 'd.md', copy: null },
    ]
    const { text, files, spent, isError } = await ended({ changes: CHANGES, apart })
    expect(text).toBe(
      "It is done.\n\nFiles it changed: a.md, b.md (deleted)\n\nc.md was changed here meanwhile. The helper's version is c-2.md.\n\nd.md was changed here meanwhile, so it was not deleted.",
    )
    expect({ files, spent, isError }).toEqual({ files: CHANGES, spent: REPORT.spent, isError: false })
  })
  it.each([
    ['stopped', 'This helper was stopped before it was done.'],
    ['limit', 'The helper reached its limit before it was done.'],
    ['failed', 'The helper failed. no key'],
    ['deleted', 'The user deleted this helper.'],
    ['missing', 'The session of this helper is not on this device. What it did is not known here.'],
  ] as const)('of one that is %s: an error with its last words', async (ending, words) => {
    const reason = ending === 'failed' ? 'no key' : ''
    const { text, isError } = await ended({ ending, reason, text: 'Half of it.' })
    expect(text).toBe(`${words}\n\nIts last words:\nHalf of it.`)
    expect(isError).toBe(true)
    expect((await ended({ ending, reason, text: ' ' })).text).toBe(words)
  })
  it('of one that said nothing', async () => {
    expect((await ended({ text: '' })).text).toBe('The helper ended without a word.')
  })
})
