import { expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { UserIntent } from '../../../src/agent/user-intent.ts'
import { answerRow, streamingHead, userRow } from '../../support/fake-rows.ts'
import { type FakeWorker, makeFakeWorker } from '../../support/fake-worker.ts'
import { openPage } from './open-page.ts'

const inputs = (fake: FakeWorker): UserIntent[] =>
  fake.commands().flatMap(({ command }) => (command.kind === 'input' ? [command.input] : []))
const configured = (fake: FakeWorker) => inputs(fake).map((input) => input.type === 'user-configure' && input.config)
const open = async (fake: FakeWorker) => {
  await openPage(fake, '#/session/one')
  await page.getByRole('button', { name: 'Session options' }).click()
}
const choose = async (name: string, option: string): Promise<void> => {
  await page.getByRole('combobox', { name }).selectOptions(option)
}

it('how messages join, how tools run and what a tool may do is changed for this session at once', async () => {
  const fake = makeFakeWorker()
  fake.addSession('one', []).config.grants = ['origin:https://example.org']
  await open(fake)
  await choose('Steering messages are added', 'All together')
  await choose('Follow-ups are added', 'All together')
  await choose('Tools in one answer run', 'One after the other')
  await choose('Approval of Write file', 'Never runs')
  await page.getByRole('button', { name: 'Revoke: Open pages on example.org' }).click()
  const prompt = page.getByRole('textbox', { name: 'System prompt' })
  await prompt.fill('Be brief.')
  await userEvent.tab()
  await expect
    .poll(() => configured(fake))
    .toEqual([
      { steerMode: 'all' },
      { followUpMode: 'all' },
      { execution: 'sequential' },
      { tools: { write_file: { repeat: 'pure', approval: 'never', sequential: true } } },
      { grants: [] },
      { systemPrompt: 'Be brief.' },
    ])
  await expect.element(prompt).toHaveValue('Be brief.')
  await expect.element(page.getByText('Allowed for this session')).not.toBeInTheDocument()
})

it('a tool that is set to "Asks first" is set so at the worker, and a grant that is taken back is gone there', async () => {
  const fake = makeFakeWorker()
  const { config } = fake.addSession('one', [])
  const free = { repeat: 'pure', approval: 'allow', sequential: false } as const
  // more than one of each: what is not changed is passed on as the page's store holds it
  config.tools = { ...config.tools, read_file: free, edit_file: free }
  config.grants = ['origin:https://example.org', 'origin:https://example.com']
  await open(fake)
  await choose('Approval of Read file', 'Asks first')
  await page.getByRole('button', { name: 'Revoke: Open pages on example.org' }).click()
  await expect
    .poll(() => configured(fake))
    .toEqual([
      { tools: { ...config.tools, read_file: { ...free, approval: 'ask' } } },
      { grants: ['origin:https://example.com'] },
    ])
  expect(fake.sessions.get('one')?.config.tools.read_file?.approval).toBe('ask')
})

it('a choice that is refused is told in the dialog, and the control shows again what is true', async () => {
  const fake = makeFakeWorker()
  fake.addSession('one', [])
  await open(fake)
  const dialog = page.getByRole('dialog', { name: 'Session options' })
  fake.refusal = 'This session is gone.'
  await choose('Approval of Write file', 'Never runs')
  await choose('Steering messages are added', 'All together')
  const turns = page.getByRole('textbox', { name: 'Turns per run' })
  await turns.fill('7')
  await userEvent.tab()
  await expect.element(dialog.getByRole('status', { name: 'Notice' })).toHaveTextContent('This session is gone.')
  await expect.element(page.getByRole('combobox', { name: 'Approval of Write file' })).toHaveValue('ask')
  await expect.element(page.getByRole('combobox', { name: 'Steering messages are added' })).toHaveValue('one')
  await expect.element(turns).toHaveValue('50')
  await dialog.getByRole('button', { name: 'Dismiss' }).click()
  await expect.element(dialog.getByRole('button', { name: 'Dismiss' })).not.toBeInTheDocument()
})

it('limits are checked beside their fields; none is changed by a wrong one', async () => {
  const fake = makeFakeWorker()
  const { config } = fake.addSession('one', [])
  await open(fake)
  const field = (name: string) => page.getByRole('textbox', { name })
  for (const [name, wrong, words] of [
    ['Turns per run', '', 'Enter a number.'],
    ['Turns per run', '20000', '10,000 or less'],
    ['Tokens per run', '1.5', 'whole number'],
    ['Cost per run', '0', 'more than 0'],
    ['Identical calls in a row', '1', '2 or more'],
  ] as const) {
    await field(name).fill(wrong)
    await userEvent.tab()
    await expect.element(page.getByRole('alert').last()).toHaveTextContent(words)
  }
  expect(inputs(fake)).toEqual([])
  await field('Cost per day').fill('2,50')
  await userEvent.tab()
  await field('Identical calls in a row').fill('')
  await userEvent.tab()
  const limits = { ...config.limits, maxCostPerDay: 2.5 }
  await expect
    .poll(() => inputs(fake))
    .toEqual([
      { type: 'user-configure', config: { limits } },
      { type: 'user-configure', config: { limits: { ...limits, maxSameCall: null } } },
    ])
})

it('a queued message is edited while it waits, or left as it is', async () => {
  const fake = makeFakeWorker()
  const rows = [userRow(0, 'Go'), answerRow(1, '', { status: 'streaming', settledAt: null })]
  const image = { type: 'image' as const, mediaType: 'image/png', blob: 'a'.repeat(64) }
  fake.addSession('one', rows, streamingHead(1, 1)).queue.push({
    id: 'q1',
    seq: 1,
    timestamp: 1,
    content: [{ type: 'text', text: 'Shorter' }, image],
    delivery: 'follow-up',
  })
  await openPage(fake, '#/session/one')
  const queue = page.getByRole('list', { name: 'Queued messages' })
  await expect.element(queue).toHaveTextContent('Follow up[an image] Shorter')
  await queue.getByRole('button', { name: 'Edit' }).click()
  const box = page.getByRole('textbox', { name: 'Queued message' })
  await box.fill('')
  // what is attached is a message by itself
  await expect.element(page.getByRole('button', { name: 'Save' })).toBeEnabled()
  await userEvent.keyboard('{Escape}')
  await expect.element(queue).toHaveTextContent('Shorter')
  await queue.getByRole('button', { name: 'Edit' }).click()
  await box.fill('Much shorter')
  await userEvent.keyboard('{Enter}')
  await expect.element(queue).toHaveTextContent('Much shorter')
  await expect
    .poll(() => inputs(fake))
    .toEqual([
      { type: 'user-change-queued', messageId: 'q1', content: [image, { type: 'text', text: 'Much shorter' }] },
    ])
})

it('a run that stands at a limit, or was stopped with messages waiting, says so and goes on with "Continue"', async () => {
  const fake = makeFakeWorker()
  fake.addSession('one', [userRow(0, 'Go'), answerRow(1, 'x')], { hold: { kind: 'limit', limit: 'tokens' } })
  await openPage(fake, '#/session/one')
  await expect.element(page.getByRole('status', { name: 'Status' })).toHaveTextContent('Paused: token limit reached')
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect.poll(() => inputs(fake)).toEqual([{ type: 'user-continue', run: 0 }])
  const put = [
    {
      id: 'q1',
      seq: 1,
      timestamp: 1,
      content: [{ type: 'text' as const, text: 'Shorter' }],
      delivery: 'steer' as const,
    },
  ]
  fake.commit('one', { head: { hold: { kind: 'aborted' } }, delta: { queue: { put, drop: [] } } })
  await expect.element(page.getByText('Queued messages are sent when it continues.')).toBeVisible()
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect.poll(() => inputs(fake).length).toBe(2)
})

it('a run paused after its steps says how many, and goes on with as many more or without a limit', async () => {
  const fake = makeFakeWorker()
  const { config } = fake.addSession('one', [userRow(0, 'Go'), answerRow(1, 'x')], {
    hold: { kind: 'limit', limit: 'turns' },
  })
  const { maxTurns } = config.limits
  await openPage(fake, '#/session/one')
  await expect.element(page.getByText(`Paused after ${maxTurns} steps.`)).toBeVisible()
  await page.getByRole('button', { name: `Continue (${maxTurns} more)` }).click()
  await expect.poll(() => inputs(fake)).toEqual([{ type: 'user-continue', run: 0 }])
  await page.getByRole('button', { name: 'Continue without a limit' }).click()
  await expect
    .poll(() => inputs(fake).slice(1))
    .toEqual([
      { type: 'user-configure', config: { limits: { ...config.limits, maxTurns: 10_000 } } },
      { type: 'user-continue', run: 0 },
    ])
})

it('a tool that asks for each new site is labelled "Runs without asking": its label says that it asks', async () => {
  const fake = makeFakeWorker()
  const { config } = fake.addSession('one', [])
  const free = { repeat: 'pure', approval: 'allow', sequential: false } as const
  config.tools = { fetch_page: free, read_file: free }
  const view = { name: 'fetch_page', label: 'Fetch page', description: '', repeat: 'pure', approval: 'allow' } as const
  fake.tools = [{ ...view, perSite: true }]
  await open(fake)
  const choice = (name: string) => page.getByRole('combobox', { name }).getByRole('option', { selected: true })
  await expect.element(choice('Approval of Open page')).toHaveTextContent('Asks once for each new site')
  await expect.element(choice('Approval of Read file')).toHaveTextContent('Runs without asking')
})

it('tools stood under the names that programs call them by: they have words for people, each its own, and the name is one look away', async () => {
  const fake = makeFakeWorker()
  const { config } = fake.addSession('one', [])
  const free = { repeat: 'pure', approval: 'allow', sequential: false } as const
  const names = ['ask_user', 'read_file', 'disk_read', 'disk_to_workspace', 'run_javascript', 'server__do_this']
  config.tools = Object.fromEntries(names.map((name) => [name, free]))
  await open(fake)
  const dialog = page.getByRole('dialog', { name: 'Session options' })
  const approvals = dialog.getByRole('combobox', { name: 'Approval of' })
  await expect.element(approvals.first()).toBeVisible()
  const labels = approvals.elements().map((element) => element.getAttribute('aria-label'))
  expect(new Set(labels).size).toBe(names.length)
  expect(labels).toContain('Approval of Ask a question')
  expect(dialog.element().textContent).not.toMatch(/[a-z]_[a-z]/)
  await expect.element(dialog.getByText('Ask a question', { exact: true })).toHaveAttribute('title', 'ask_user')
})

it('the search and the sandbox of the provider are off until the person wants it, and say where the model has none', async () => {
  const fake = makeFakeWorker()
  fake.addSession('one', [])
  await open(fake)
  const search = page.getByRole('checkbox', { name: "Search the web with the provider's own search" })
  await expect.element(search).not.toBeChecked()
  // once they were left out of the costs, and it went on saying so
  await expect.element(page.getByText('The costs shown here include it where the fee is known')).toBeVisible()
  await search.click()
  await expect.element(search).toBeChecked()
  await expect.element(page.getByText('doesn’t offer this search')).toBeVisible()
  const code = page.getByRole('checkbox', { name: "Run code in the provider's own sandbox" })
  await expect.element(code).not.toBeChecked()
  await code.click()
  await expect.element(code).toBeChecked()
  await expect.element(page.getByText('doesn’t offer this sandbox')).toBeVisible()
  await expect.poll(() => configured(fake)).toEqual([{ webSearch: true }, { ownCode: true }])
  expect(fake.sessions.get('one')?.config.webSearch).toBe(true)
})

it('Session options were one scroll of 45 controls: its sections are reached by buttons that stay in sight', async () => {
  const fake = makeFakeWorker()
  fake.addSession('one', [userRow(0, 'Go')])
  await openPage(fake, '#/session/one')
  await page.getByRole('button', { name: 'Session options' }).click()
  const sections = page.getByRole('navigation', { name: 'Sections' })
  for (const name of ['Tools', 'Limits', 'System prompt', 'Fallback models']) {
    await sections.getByRole('button', { name }).click()
    const heading = page.getByRole('heading', { name, exact: true })
    await expect.element(heading).toHaveFocus()
    // neither beyond the edge of the dialog nor behind the buttons
    const { top, bottom } = heading.element().getBoundingClientRect()
    expect(top).toBeGreaterThanOrEqual(sections.element().getBoundingClientRect().bottom - 1)
    expect(bottom).toBeLessThan(heading.element().closest('dialog')?.getBoundingClientRect().bottom ?? 0)
    await expect.element(sections).toBeVisible()
  }
})
