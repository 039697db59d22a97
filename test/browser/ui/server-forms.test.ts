import { expect, it } from 'vitest'
import { page } from 'vitest/browser'
import type { Form } from '../../../src/agent/form.ts'
import type { UserIntent } from '../../../src/agent/user-intent.ts'
import { answerRow, callOf, unsettledHead, userRow } from '../../support/fake-rows.ts'
import { type FakeWorker, makeFakeWorker } from '../../support/fake-worker.ts'
import { standsStill } from './at-rest.ts'
import { openPage } from './open-page.ts'

const FORM: Form = {
  ...{ id: 'f1', from: 'trips', about: 'form', text: 'Where \u202Eto?', asksForSecret: false },
  fields: [
    { name: 'city', label: 'City', hint: 'Any', required: true, kind: 'text' },
    { name: 'days', label: 'Days', hint: '', required: false, kind: 'integer', least: 1, most: 9 },
    { name: 'sea', label: 'By the sea', hint: '', required: false, kind: 'switch', initial: true },
    {
      ...{ name: 'class', label: 'Class', hint: '', required: false, kind: 'choice' },
      options: [
        { value: 'a', label: 'First' },
        { value: 'b', label: 'Second' },
      ],
    },
  ],
}
const answers = (fake: FakeWorker): UserIntent[] =>
  fake.commands().flatMap(({ command }) => (command.kind === 'input' ? [command.input] : []))
async function openWith(form: Form): Promise<FakeWorker> {
  const call = callOf('1.0.0', { name: 'trips__plan', status: 'asking', started: false, attempt: 1, form })
  const fake = makeFakeWorker()
  const rows = [userRow(0, 'Go'), answerRow(1, '', { calls: [call], settledAt: null })]
  fake.addSession('one', rows, unsettledHead(1, 1, [call]))
  await openPage(fake, '#/session/one')
  return fake
}
const press = async (name: string): Promise<void> => {
  const button = page.getByRole('button', { name, exact: true })
  // a click that scrolls first moves the button, which then takes no press
  button.element().scrollIntoView({ block: 'center' })
  await standsStill(button)
  await button.click()
}

it('a form goes to the server with what it does not take, or before a press; what was typed is lost by a reload', async () => {
  const fake = await openWith(FORM)
  const form = page.getByRole('form', { name: 'Question of a server' })
  await expect.element(form).toHaveTextContent('The server “trips” asks you.')
  await expect.element(form).toHaveTextContent('Where \\u202eto?')
  await page.getByRole('spinbutton', { name: 'Days (optional)' }).fill('12')
  await press('Send to trips')
  await expect.element(form).toHaveTextContent('The server requires this.')
  await expect.element(form).toHaveTextContent('This is more than the server takes.')
  expect(answers(fake)).toEqual([])
  await page.getByRole('textbox', { name: 'City' }).fill('Lima')
  await page.getByRole('spinbutton', { name: 'Days (optional)' }).fill('3')
  await page.getByRole('combobox', { name: 'Class (optional)' }).selectOptions('b')
  expect(Object.values({ ...sessionStorage }).join()).toContain('Lima')
  await press('Send to trips')
  await expect
    .poll(() => answers(fake))
    .toMatchObject([
      {
        ...{ type: 'user-answer-form', toolCallId: '1.0.0', form: 'f1', action: 'accept' },
        values: { city: 'Lima', days: 3, sea: true, class: 'b' },
      },
    ])
})

it('a server asks for a password without a warning, or the browser keeps it', async () => {
  const fake = await openWith({ ...FORM, asksForSecret: true })
  await expect.element(page.getByRole('alert')).toHaveTextContent('A server must not do that in a form.')
  await page.getByRole('textbox', { name: 'City' }).fill('hunter2')
  expect(Object.values({ ...sessionStorage }).join()).not.toContain('hunter2')
  await press('Decline')
  await expect.poll(() => answers(fake)).toMatchObject([{ type: 'user-answer-form', action: 'decline', values: {} }])
})

it('a key is given to a server by one press', async () => {
  const fake = await openWith(FORM)
  await page.getByRole('textbox', { name: 'City' }).fill(`sk-ant-api03-${'a1B2'.repeat(12)}`)
  await press('Send to trips')
  await expect.element(page.getByRole('alert')).toHaveTextContent('This looks like an API key.')
  expect(answers(fake)).toEqual([])
  await press('Send to trips')
  await expect.poll(() => answers(fake)).toMatchObject([{ action: 'accept' }])
})

it('an address says what a look-alike wants it to say, or counts as opened before it was', async () => {
  const address = 'https://github.com.login.evil.example/device'
  const fake = await openWith({ ...FORM, about: 'address', text: 'Sign in', address, fields: [] })
  const link = page.getByRole('link', { name: /^Open/ })
  await expect.element(link).toHaveAttribute('href', address)
  await expect.element(link).toHaveAttribute('rel', 'noopener noreferrer')
  await expect.poll(() => link.element().querySelector('b')?.textContent).toBe('evil.example')
  await expect.element(page.getByRole('button', { name: 'I have opened it' })).toBeDisabled()
  expect(answers(fake)).toEqual([])
  link.element().addEventListener('click', (event) => event.preventDefault(), { capture: true })
  await link.click()
  await press('I have opened it')
  await expect.poll(() => answers(fake)).toMatchObject([{ action: 'accept', values: {} }])
})
