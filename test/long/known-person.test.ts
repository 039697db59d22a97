import { expect, it } from 'vitest'
import { eventually, pressArmed, visibleText } from '../support/app.ts'
import { useScene } from '../support/scene.ts'

/** What every session knows of the person, and how a session gets its name. */
const scene = useScene()

it('instructions, the day and what is remembered reach the model; the model asks before it remembers, and names the session', {
  timeout: 120_000,
}, async () => {
  const { app, mock } = scene
  mock.setNaming(() => '"A quiet week in Lisbon."')
  mock.setScript([
    { toolCalls: [{ name: 'remember', arguments: { note: 'The user travels with two children.' } }] },
    { text: 'I will remember that.' },
    { text: 'Second.' },
  ])
  await app.connect({ kind: 'OpenAI-compatible', baseUrl: mock.baseUrl })
  const settings = async () => {
    await app.button('Settings').click()
    const dialog = app.page.getByRole('dialog', { name: 'Settings' })
    await dialog.getByRole('tab', { name: 'Memory' }).click()
    return dialog
  }
  const dialog = await settings()
  await dialog.getByRole('textbox', { name: 'Your instructions' }).fill('Answer like a pirate.')
  await dialog.getByRole('textbox', { name: 'Memory (memory.md)' }).fill('- likes tea')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await eventually(() => visibleText(dialog)).toContain('Saved.')
  await dialog.getByRole('button', { name: 'Close', exact: true }).click()

  await app.send('Plan a week in Lisbon for us, we have two children')
  const system = (n: number): string => JSON.stringify(mock.journal()[n]?.body.messages?.[0] ?? '')
  await eventually(() => mock.journal().length).toBeGreaterThanOrEqual(1)
  expect(system(0)).toContain('Answer like a pirate.')
  expect(system(0)).toContain('- likes tea')
  expect(system(0)).toMatch(/The clock was last read on \w+day \d{4}-\d\d-\d\d/)
  await eventually(() => app.page.getByRole('link', { name: /A quiet week in Lisbon/ }).count()).toBe(1)

  await pressArmed(app.page.getByRole('button', { name: 'Approve', exact: true }))
  await app.untilAnswer('I will remember that.')
  // an answer that is not kept yet would be asked for again
  await app.untilStatus('Idle')
  await app.page.reload()
  await app.send('And now?')
  await app.untilAnswer('Second.')
  expect(system(2)).toContain('The user travels with two children.')
  // named once, whatever was reloaded
  expect(mock.named()).toBe(1)

  const again = await settings()
  await eventually(() => again.getByRole('textbox', { name: 'Memory (memory.md)' }).inputValue()).toContain(
    'two children',
  )
  await again.getByRole('button', { name: 'Forget all' }).click()
  await eventually(() => visibleText(again)).toContain('Memory cleared.')
  await again.getByRole('button', { name: 'Close', exact: true }).click()
  await app.page.getByRole('button', { name: /^Context: / }).click()
  const context = app.page.getByRole('dialog', { name: 'What the model sees' })
  await eventually(() => visibleText(context)).toContain('Your instructions')
})
