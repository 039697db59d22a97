import { expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { makeFakeWorker } from '../../support/fake-worker.ts'
import { openPage } from './open-page.ts'

const box = () => page.getByRole('textbox', { name: 'Message' })
const button = (name: string) => page.getByRole('button', { name, exact: true })
const next = () => page.getByRole('button', { name: 'Model of the next session' })
const created = (fake: ReturnType<typeof makeFakeWorker>) =>
  fake.commands().flatMap(({ command }) => (command.kind === 'create-session' ? [command] : []))

it('a persona is written in the settings, chosen on the start page or by "/", or begins every new session; a session begins as it', async () => {
  const fake = makeFakeWorker()
  const provider = { id: 'p', kind: 'anthropic', label: 'Mine', baseUrl: 'https://x.example', model: 'm' } as const
  fake.providers = [{ ...provider, models: ['m', 'deep'], createdAt: 1, hasKey: true }]
  fake.tools = ['Read file', 'Write file'].map((label) => ({
    ...{ name: label.toLowerCase().replace(' ', '_'), label, description: label, repeat: 'pure', approval: 'allow' },
  }))
  await openPage(fake)
  await expect.element(next()).toHaveTextContent('m')
  // who has none sees nothing of them
  expect(page.getByRole('combobox', { name: 'Persona' }).elements()).toEqual([])

  await button('Settings').click()
  await page.getByRole('tab', { name: 'Personas' }).click()
  await button('New persona').click()
  await button('Save').click()
  await expect.element(page.getByText('Give it a name.')).toBeVisible()
  await page.getByRole('textbox', { name: 'Name' }).fill('Strict \u202Ecritic')
  await page.getByRole('textbox', { name: 'System prompt' }).fill('Be strict.')
  const dialog = page.getByRole('dialog', { name: 'Settings' })
  await dialog.getByRole('combobox', { name: 'Model' }).selectOptions('deep')
  await dialog.getByRole('combobox', { name: 'Thinking' }).selectOptions('high')
  await page.getByText('Tools: 2 of 2').click()
  await page.getByRole('checkbox', { name: 'Write file' }).click()
  await expect.element(page.getByText('Tools: 1 of 2')).toBeVisible()
  await button('Save').click()
  await expect.element(button('New persona')).toBeVisible()
  expect(fake.preferences.personas).toMatchObject([
    {
      ...{ name: 'Strict \u202Ecritic', systemPrompt: 'Be strict.', model: { providerId: 'p', model: 'deep' } },
      ...{ thinking: 'high', without: ['write_file'] },
    },
  ])
  const id = fake.preferences.personas[0]?.id
  await button('Close').click()
  // it gives the focus back when it is gone
  await expect.element(dialog).not.toBeInTheDocument()

  const persona = page.getByRole('combobox', { name: 'Persona' })
  await expect.element(persona).toHaveValue('')
  // a name that turns round what stands beside it does not
  expect(persona.element().textContent).not.toContain('\u202E')
  await box().click()
  await userEvent.keyboard('/strict')
  await expect.element(page.getByRole('option', { name: /New session as/ })).toBeVisible()
  await userEvent.keyboard('{Enter}')
  await expect.element(persona).toHaveValue(id ?? '')
  await expect.element(next()).toHaveTextContent('deep')
  await expect.element(page.getByRole('combobox', { name: 'Thinking' })).toHaveValue('high')
  await box().fill('Look at this')
  await button('Send').click()
  await expect.poll(() => created(fake)).toMatchObject([{ persona: id, model: 'deep', thinking: 'high' }])

  // the word was for one session
  await button('New session').click()
  await expect.element(persona).toHaveValue('')
  await button('Settings').click()
  await page.getByRole('tab', { name: 'Personas' }).click()
  await page.getByRole('combobox', { name: 'Default persona for new sessions' }).selectOptions(id ?? '')
  await expect.poll(() => fake.preferences.defaultPersonaId).toBe(id)
  await button('Close').click()
  await expect.element(dialog).not.toBeInTheDocument()
  await expect.element(persona).toHaveValue(id ?? '')
  // this one shall not
  await persona.selectOptions('')
  await box().fill('Plainly')
  await button('Send').click()
  await expect.poll(() => created(fake)).toHaveLength(2)
  expect(created(fake)[1]).toMatchObject({ model: 'm', thinking: 'off' })
  expect(created(fake)[1]?.persona).toBeUndefined()
})

it('a persona that is deleted begins nothing any more, and comes back whole', async () => {
  const fake = makeFakeWorker()
  const critic = {
    ...{ id: 'c', name: 'Critic', systemPrompt: '', model: null },
    thinking: 'off' as const,
    without: [],
  }
  fake.preferences = { ...fake.preferences, personas: [critic], defaultPersonaId: 'c' }
  await openPage(fake)
  await button('Settings').click()
  await page.getByRole('tab', { name: 'Personas' }).click()
  await button('Delete the persona Critic').click()
  await expect.poll(() => [fake.preferences.personas, fake.preferences.defaultPersonaId]).toEqual([[], null])
  await button('Undo').click()
  await expect.poll(() => [fake.preferences.personas, fake.preferences.defaultPersonaId]).toEqual([[critic], 'c'])
})

it('Undo of a deleted persona, or prompt, took back what was changed after it', async () => {
  const fake = makeFakeWorker()
  const persona = (id: string, name: string) => ({
    ...{ id, name, systemPrompt: '', model: null },
    thinking: 'off' as const,
    without: [],
  })
  const prompt = (id: string, name: string) => ({ id, name, text: name })
  fake.preferences = {
    ...fake.preferences,
    personas: [persona('c', 'Critic'), persona('d', 'Doctor')],
    prompts: [prompt('p', 'Plan'), prompt('q', 'Quiz')],
  }
  await openPage(fake)
  const names = () => [fake.preferences.personas, fake.preferences.prompts].map((all) => all.map(({ name }) => name))
  await button('Settings').click()
  await page.getByRole('tab', { name: 'Personas' }).click()
  await button('Delete the persona Critic').click()
  await button('Edit the persona Doctor').click()
  await page.getByRole('textbox', { name: 'Name' }).fill('Surgeon')
  await button('Save').click()
  await expect.poll(names).toEqual([['Surgeon'], ['Plan', 'Quiz']])
  await button('Undo').click()
  await expect.poll(names).toEqual([
    ['Critic', 'Surgeon'],
    ['Plan', 'Quiz'],
  ])
  await page.getByRole('tab', { name: 'Prompts' }).click()
  await button('Delete Plan').click()
  await button('Edit Quiz').click()
  await page.getByRole('textbox', { name: 'Name' }).fill('Riddle')
  await button('Save').click()
  await expect.poll(names).toEqual([['Critic', 'Surgeon'], ['Riddle']])
  await button('Undo').click()
  await expect.poll(names).toEqual([
    ['Critic', 'Surgeon'],
    ['Plan', 'Riddle'],
  ])
})

it('the start page named another model than the one that is asked, where the persona has one that its provider does not list', async () => {
  const fake = makeFakeWorker()
  const provider = { id: 'p', kind: 'anthropic', label: 'Mine', baseUrl: 'https://x.example', model: 'm' } as const
  fake.providers = [{ ...provider, models: [], createdAt: 1, hasKey: true }]
  const model = { providerId: 'p', model: 'older' }
  const critic = { ...{ id: 'c', name: 'Critic', systemPrompt: '', model }, thinking: 'off' as const, without: [] }
  fake.preferences = { ...fake.preferences, personas: [critic], defaultPersonaId: 'c' }
  await openPage(fake)
  await expect.element(next()).toHaveTextContent('older')
  await next().click()
  await page.getByRole('option', { name: /^m\b/ }).first().click()
  await expect.element(next()).toHaveTextContent('m')
  await box().fill('Go')
  await button('Send').click()
  await expect.poll(() => created(fake)).toMatchObject([{ model: 'm' }])
})
