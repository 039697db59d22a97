import { expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { userRow } from '../../support/fake-rows.ts'
import { makeFakeWorker } from '../../support/fake-worker.ts'
import { openPage } from './open-page.ts'

const box = () => page.getByRole('textbox', { name: 'Message' })
const file = (name: string, text: string) => ({
  ...{ name, mediaType: 'text/markdown', bytes: new TextEncoder().encode(text) },
})

it('a prompt of a server is asked for before a press, without what it requires, or goes into the text as the person’s own words', async () => {
  const fake = makeFakeWorker()
  fake.addSession('one', [userRow(0, 'First')])
  fake.offers = [
    {
      ...{ serverId: 's', server: 'trips', resources: [] },
      prompts: [
        {
          ...{ name: 'plan', title: 'Plan \u202Ea trip', description: 'Plans' },
          args: [
            { name: 'city', description: 'Where to', required: true },
            { name: 'days', description: '', required: false },
          ],
        },
      ],
    },
  ]
  fake.given = { files: [file('trips-plan.md', 'user: Go to Lima')], removed: 3 }
  await openPage(fake, '#/session/one')
  await box().click()
  await userEvent.keyboard('/trips')
  // the sign that reverses the text is written out
  await expect.element(page.getByRole('option', { name: /trips: Plan \\u202ea trip/ })).toBeVisible()
  await userEvent.keyboard('{Enter}')
  const dialog = page.getByRole('dialog', { name: 'Plan \\u202ea trip' })
  await expect.element(dialog).toHaveTextContent('From the MCP server “trips”')
  const asked = () => fake.requests('get-mcp-prompt')
  await dialog.getByRole('button', { name: 'Attach' }).click()
  expect(asked()).toEqual([])
  await dialog.getByRole('textbox', { name: 'city' }).fill('Lima')
  fake.refuses.set('get-mcp-prompt', 'The server did not answer in time.')
  await dialog.getByRole('button', { name: 'Attach' }).click()
  await expect.element(dialog.getByRole('alert')).toHaveTextContent('The server did not answer in time.')
  fake.refuses.delete('get-mcp-prompt')
  await dialog.getByRole('button', { name: 'Attach' }).click()
  await expect.element(dialog).not.toBeInTheDocument()
  expect(asked().at(-1)).toMatchObject({ serverId: 's', name: 'plan', args: { city: 'Lima' } })
  await expect.element(page.getByRole('list', { name: 'Attachments' })).toHaveTextContent('trips-plan.md')
  await expect.element(box()).toHaveValue('')
  await expect.element(page.getByText('3 invisible characters were removed from it.')).toBeVisible()
  // the dialog gave the focus back
  await expect.element(box()).toHaveFocus()
  // and the caret: without it, what is typed goes nowhere
  await userEvent.keyboard('Do that')
  await expect.element(box()).toHaveValue('Do that')
})

it('"@" does not find what servers have, by name or by address', async () => {
  const fake = makeFakeWorker()
  fake.addSession('one', [userRow(0, 'First')])
  const resources = [
    { uri: 'demo://letters/7', title: 'A letter', description: '' },
    { uri: 'demo://bills/8', title: 'A bill', description: '' },
  ]
  fake.offers = [{ serverId: 's', server: 'archive', prompts: [], resources }]
  fake.given = { files: [file('archive-7.md', 'Dear all')], removed: 0 }
  await openPage(fake, '#/session/one')
  await box().click()
  await userEvent.keyboard('Sum up @letters')
  await expect.element(page.getByRole('option', { name: /archive: A letter/ })).toBeVisible()
  expect(page.getByRole('listbox', { name: 'Files and resources' }).getByRole('option').elements()).toHaveLength(1)
  await userEvent.keyboard('{Enter}')
  await page.getByRole('dialog', { name: 'A letter' }).getByRole('button', { name: 'Attach' }).click()
  await expect.element(page.getByRole('list', { name: 'Attachments' })).toHaveTextContent('archive-7.md')
  await expect.element(box()).toHaveValue('Sum up ')
})
