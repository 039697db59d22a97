import { expect, it } from 'vitest'
import { page } from 'vitest/browser'
import type { ToolCall } from '../../../src/agent/message.ts'
import { answerRow, callOf, userRow } from '../../support/fake-rows.ts'
import { makeFakeWorker } from '../../support/fake-worker.ts'
import { openPage } from './open-page.ts'

/** What people read on the opened card of a call that is over. */

const card = (name: string) => page.getByRole('group', { name: `Tool call: ${name}` })
const result = (text: string): ToolCall['result'] => ({
  ...{ kind: 'ok', terminate: false, timestamp: 2 },
  content: [{ type: 'text', text }],
})
/** What is read before the JSON, which stands behind a click. */
const beforeRaw = (name: string): string =>
  (card(name).element().textContent ?? '').split(/Raw (?:arguments|result)/)[0] ?? ''

async function openCard(call: ToolCall): Promise<void> {
  const fake = makeFakeWorker()
  fake.addSession('one', [userRow(0, 'Go'), answerRow(1, 'So be it.', { calls: [call] })])
  await openPage(fake, '#/session/one')
  await expect.element(card(call.name)).toBeVisible()
  const line = card(call.name).element().querySelector('summary') as HTMLElement
  await page.elementLocator(line).click()
}
const asked = (answer: string): ToolCall =>
  callOf('1.0.0', {
    name: 'ask_user',
    args: JSON.stringify({ question: 'Which colour?', choices: ['Red', 'Blue', 'None of them'] }),
    status: 'closed',
    result: result(answer),
  })

it('the opened card of a question that was answered showed its choices as JSON: they are a list, the chosen one is marked', async () => {
  await openCard(asked('Blue'))
  const choices = card('ask_user').getByRole('list', { name: 'Choices' }).getByRole('listitem')
  await expect
    .poll(() => choices.elements().map(({ textContent }) => textContent))
    .toEqual(['Red', 'BlueYour answer', 'None of them'])
  await expect.element(card('ask_user').getByRole('paragraph').filter({ hasText: 'Which colour?' })).toBeVisible()
  expect(beforeRaw('ask_user')).not.toMatch(/[[\]{}"]/)
  // the answer is not said once more
  expect(card('ask_user').element().querySelector('.tool-result')).toBeNull()
  const raw = card('ask_user').getByText('"choices": [')
  await expect.element(raw).not.toBeInTheDocument()
  await card('ask_user').getByText('Raw arguments').click()
  await expect.element(raw).toBeVisible()
})

it('an answer in own words stands below the choices, none of which is marked', async () => {
  await openCard(asked('Green, please'))
  const choices = card('ask_user').getByRole('list', { name: 'Choices' })
  await expect.element(choices).toBeVisible()
  expect(choices.element().textContent).not.toContain('Your answer')
  await expect.element(card('ask_user').getByRole('region', { name: 'Your answer' })).toHaveTextContent('Green, please')
})

it('lists and objects among the arguments of a tool of somebody else, and a result that is JSON, were read as JSON', async () => {
  const args = {
    title: 'Trip',
    labels: ['sea', 'sun'],
    place: { city: 'Lisbon', nights: 3 },
    nobody: [],
    people: [{ name: 'Ana', age: 31 }],
  }
  await openCard(
    callOf('1.0.0', {
      name: 'trips__add',
      args: JSON.stringify(args),
      status: 'closed',
      result: result('{"id": 17, "booked": true, "notes": ["bring water"]}'),
    }),
  )
  const items = card('trips__add').getByRole('listitem')
  await expect
    .poll(() => items.elements().map(({ textContent }) => textContent?.trim()))
    .toEqual(['sea', 'sun', 'NameAnaage31', 'bring water'])
  const terms = card('trips__add').getByRole('term')
  await expect
    .poll(() => terms.elements().map(({ textContent }) => textContent))
    .toEqual(['Title', 'labels', 'place', 'city', 'nights', 'nobody', 'people', 'Name', 'age', 'id', 'booked', 'notes'])
  expect(beforeRaw('trips__add')).toContain('nobodyempty')
  expect(beforeRaw('trips__add')).not.toMatch(/[[\]{}"]/)
  await card('trips__add').getByText('Raw result').click()
  await expect.element(card('trips__add').getByText('"booked": true')).toBeVisible()
})

it('the card of a wait said its unit alone: it says how long', async () => {
  await openCard(callOf('1.0.0', { name: 'wait', args: '{"amount":2,"unit":"hours"}', result: result('Waited.') }))
  await expect.element(card('wait')).toHaveTextContent(/^Waited2 hoursDone/)
})
