import { expect, it } from 'vitest'
import { page } from 'vitest/browser'
import type { Display } from '../../../src/agent/content.ts'
import { answerRow, callOf, userRow } from '../../support/fake-rows.ts'
import { makeFakeWorker } from '../../support/fake-worker.ts'
import { openPage } from './open-page.ts'

type Run = Extract<Display, { shape: 'run' }>
const cards = () => page.getByRole('group', { name: 'Tool call: run_javascript' })

async function open(...runs: Run[]): Promise<void> {
  const fake = makeFakeWorker()
  const rows = runs.map((details, index) => {
    const text = 'what the model reads'
    const result = {
      ...{ kind: 'ok' as const, terminate: false, timestamp: 0 },
      content: [{ type: 'text' as const, text }],
      details,
    }
    const call = callOf(`run-${index}`, { name: 'run_javascript', args: '{"code":"x"}', result })
    return answerRow(index + 1, '', { calls: [call], stopReason: 'tool-use' })
  })
  fake.addSession('one', [userRow(0, 'Go'), ...rows, answerRow(runs.length + 1, 'The end')])
  await openPage(fake, '#/session/one')
}

const passed: Run = {
  ...{ shape: 'run', output: '| a  | b |\n| 10 | 2 |', value: '42' },
  tests: { passed: 3, failed: 0, skipped: 1, assertions: 4, failures: [] },
}
const failed: Run = {
  ...{ shape: 'run', output: '', value: '' },
  tests: { passed: 2, failed: 1, skipped: 0, assertions: 3, failures: ['the cart > counts \u202eeach'] },
}

it('runs with tests that fail stay in sight between others, and say how many failed', async () => {
  await open(passed, passed, passed, failed, passed, passed, passed)
  await expect.poll(() => page.getByRole('button', { name: 'Ran code 3 times' }).elements()).toHaveLength(2)
  await expect.poll(() => cards().elements()).toHaveLength(1)
  await expect.element(cards()).toHaveTextContent('2 passed, 1 failed')
  await cards().getByText('2 passed, 1 failed').first().click()
  const tests = cards().getByRole('region', { name: 'Tests' })
  await expect.element(tests.getByRole('listitem')).toHaveTextContent('the cart > counts')
  // a sign that turns the rest of a line around is made visible
  expect(tests.element().textContent).not.toContain('\u202e')
})

it('console, value and tests have a heading each; a table of the console stays a table', async () => {
  await open(passed)
  await cards().getByText('3 passed, 0 failed, 1 skipped').first().click()
  await expect.element(cards().getByText('Console', { exact: true })).toBeVisible()
  await expect.element(cards().getByText('Result', { exact: true })).toBeVisible()
  const table = cards().element().querySelector('.run-text')
  expect(table?.textContent).toBe(passed.output)
  expect(getComputedStyle(table as Element).whiteSpace).toBe('pre')
})

it('code that printed nothing says so', async () => {
  await open({ shape: 'run', output: '', value: '', tests: null })
  await cards().getByText('Done', { exact: true }).click()
  await expect.element(cards().getByText('No output.')).toBeVisible()
})
