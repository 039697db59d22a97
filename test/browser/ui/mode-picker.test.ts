import { expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { inWords } from '../../../src/protocol/refusals.ts'
import { answerRow, callOf, userRow } from '../../support/fake-rows.ts'
import { type FakeWorker, makeFakeWorker } from '../../support/fake-worker.ts'
import { openPage } from './open-page.ts'

const picker = () => page.getByRole('combobox', { name: 'Mode', exact: true })
const configured = (fake: FakeWorker) =>
  fake
    .commands()
    .flatMap(({ command }) =>
      command.kind === 'input' && command.input.type === 'user-configure' ? [command.input.config] : [],
    )

it('the mode of a session is chosen in the composer, and shows what it means', async () => {
  const fake = makeFakeWorker()
  fake.addSession('one', [userRow(0, 'Go'), answerRow(1, 'Done')])
  await openPage(fake, '#/session/one')
  await expect.element(picker()).toHaveValue('ask')
  expect([...picker().element().querySelectorAll('option')].map((option) => option.textContent)).toEqual([
    'Ask',
    'Careful',
    'Free within limits',
  ])
  await picker().selectOptions('Free within limits')
  await expect.poll(() => configured(fake)).toEqual([{ mode: 'free' }])
  await expect.element(picker()).toHaveAttribute('title', expect.stringMatching('cannot be undone'))
})

it('a refused choice goes back', async () => {
  const fake = makeFakeWorker()
  fake.addSession('one', [userRow(0, 'Go'), answerRow(1, 'Done')])
  fake.acknowledges = false
  await openPage(fake, '#/session/one')
  await picker().selectOptions('Careful')
  await expect.element(picker()).toHaveValue('careful')
  fake.send({ type: 'refused', id: fake.commands().at(-1)?.id ?? null, refusal: inWords('No.') })
  await expect.element(picker()).toHaveValue('ask')
})

it('a call that ran because of the mode, or of a typed address, says so in its card', async () => {
  const fake = makeFakeWorker()
  const ran = (n: number, freeIn: 'ask' | 'careful') =>
    callOf(`1.0.${n}`, { name: 'fetch_page', args: '{"url":"https://a.example/"}', freeIn })
  fake.addSession('one', [userRow(0, 'Go'), answerRow(1, 'Done', { calls: [ran(0, 'ask'), ran(1, 'careful')] })])
  await openPage(fake, '#/session/one')
  await expect.poll(() => document.body.textContent).toContain('Ran without asking: you typed this address.')
  expect(document.body.textContent).toContain('Ran without asking, by the mode “Careful” or a freer one.')
})
