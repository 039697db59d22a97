import { castDraft } from 'mutative'
import { expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { type Plan, planInHead } from '../../../src/agent/plan.ts'
import { answerRow, userRow } from '../../support/fake-rows.ts'
import { type FakeWorker, makeFakeWorker } from '../../support/fake-worker.ts'
import { openPage } from './open-page.ts'

const TEXTS = ['Read the files', 'Run the tests', '<img src=x onerror=alert(1)> & report']
const PLAN: Plan = {
  steps: TEXTS.map((text, n) => ({ id: `s${n}`, text, state: (['done', 'active', 'pending'] as const)[n] ?? 'done' })),
  edited: 0,
  row: 1,
}
const region = () => page.getByRole('region', { name: 'Plan', exact: true })
const steps = () => region().getByRole('listitem')
const fold = () => region().getByRole('button', { name: /^Plan/ })

function withPlan(plan: Plan | null = PLAN): FakeWorker {
  const fake = makeFakeWorker()
  localStorage.removeItem('reflexor:plan-folded')
  const short = plan === null ? undefined : planInHead(plan)
  const session = fake.addSession('one', [userRow(0, 'Go'), answerRow(1, 'Done')], short && { plan: short })
  if (plan !== null) session.plan = castDraft(plan)
  return fake
}
const changes = (fake: FakeWorker): unknown[] =>
  fake
    .commands()
    .flatMap(({ command }) =>
      command.kind === 'input' && command.input.type === 'user-change-plan' ? [command.input.change] : [],
    )

it('a plan stands above the box, one item a step, as plain text', async () => {
  await openPage(withPlan(), '#/session/one')
  await expect.element(steps().nth(2)).toHaveTextContent(TEXTS[2] ?? '')
  expect(steps().elements()).toHaveLength(3)
  expect(region().element().querySelector('img')).toBe(null)
  await expect.element(steps().nth(1)).toHaveAttribute('aria-current', 'step')
  const bottom = region().element().getBoundingClientRect().bottom
  expect(bottom).toBeLessThanOrEqual(
    page.getByRole('textbox', { name: 'Message' }).element().getBoundingClientRect().top,
  )
})

it('a session without a plan shows none', async () => {
  await openPage(withPlan(null), '#/session/one')
  await expect.element(page.getByText('Done')).toBeVisible()
  expect(region().elements()).toHaveLength(0)
})

it('it folds to one line that says where it is, and a reload keeps that', async () => {
  const fake = withPlan()
  await openPage(fake, '#/session/one')
  await expect.element(fold()).toHaveTextContent('2 of 3: Run the tests')
  await fold().click()
  await expect.element(fold()).toHaveAttribute('aria-expanded', 'false')
  await expect.element(steps().nth(0)).not.toBeInTheDocument()
  expect(localStorage.getItem('reflexor:plan-folded')).toBe('yes')
})

it('a person marks, rewrites, moves, adds and removes steps; each is one input', async () => {
  const fake = withPlan()
  await openPage(fake, '#/session/one')
  await region().getByRole('button', { name: 'In progress. Mark as done: Run the tests' }).click()
  await expect.element(fold()).toHaveTextContent('2 of 3 steps done')
  const act = async (step: number, name: string): Promise<void> => {
    await region()
      .getByRole('button', { name: `Actions of step ${step}` })
      .click()
    await page.getByRole('menuitem', { name, exact: true }).click()
  }
  await act(1, 'Move down')
  await expect.element(steps().nth(0)).toHaveTextContent('Run the tests')
  await act(1, 'Edit')
  await region().getByRole('textbox', { name: 'Step' }).fill('Run all tests')
  await region().getByRole('button', { name: 'Save' }).click()
  await expect.element(steps().nth(0)).toHaveTextContent('Run all tests')
  await region().getByRole('button', { name: 'Add a step' }).click()
  await region().getByRole('textbox', { name: 'New step' }).fill('  Tell   Ann ')
  await region().getByRole('button', { name: 'Save' }).click()
  await expect.element(steps().nth(3)).toHaveTextContent('Tell Ann')
  await act(3, 'Remove')
  await expect.poll(() => steps().elements().length).toBe(3)
  await region().getByRole('button', { name: 'Remove the plan' }).click()
  await expect.element(region()).not.toBeInTheDocument()
  expect(changes(fake)).toEqual([
    { type: 'step', id: 's1', state: 'done' },
    { type: 'move', id: 's0', to: 1 },
    { type: 'step', id: 's1', text: 'Run all tests' },
    { type: 'add', text: 'Tell Ann' },
    { type: 'remove', id: 's2' },
    { type: 'clear' },
  ])
})

it('a change of the model while a step is edited does not take the words away', async () => {
  const fake = withPlan()
  await openPage(fake, '#/session/one')
  await region().getByRole('button', { name: 'Actions of step 3' }).click()
  await page.getByRole('menuitem', { name: 'Edit', exact: true }).click()
  await region().getByRole('textbox', { name: 'Step' }).fill('half a thou')
  const plan = { ...PLAN, steps: PLAN.steps.map((step) => ({ ...step, state: 'done' as const })) }
  fake.commit('one', { head: { plan: planInHead(plan) }, delta: { plan } })
  await expect.element(fold()).toHaveTextContent('3 of 3 steps done')
  await expect.element(region().getByRole('textbox', { name: 'Step' })).toHaveValue('half a thou')
})

it('Activity says where the plan of each session is', async () => {
  const fake = withPlan()
  const session = fake.sessions.get('one')
  if (session) session.head.hold = { kind: 'limit', limit: 'turns' }
  fake.announceSessions()
  await openPage(fake, '#/session/one')
  await page.getByRole('button', { name: 'Activity' }).click()
  await expect.element(page.getByRole('dialog', { name: 'Activity' })).toHaveTextContent('2 of 3: Run the tests')
})
