import { expect, it } from 'vitest'
import { eventually } from '../support/app.ts'
import { stuck } from '../support/mock-replies.ts'
import { useScene } from '../support/scene.ts'

const scene = useScene()

it('a skill saved from a run is used in another session, through a reload in its middle; what failed is not in it', async () => {
  const { app, mock } = scene
  const { page } = app
  mock.setScript([
    { toolCalls: [{ name: 'run_javascript', arguments: { code: 'throw new Error("wrong way")' } }] },
    { toolCalls: [{ name: 'run_javascript', arguments: { code: 'console.log("right way")' } }] },
    { text: 'Sorted.' },
  ])
  await app.connect({ kind: 'OpenAI-compatible', baseUrl: mock.baseUrl })
  await app.send('Sort the regions')
  await app.untilAnswer('Sorted.')
  const first = JSON.stringify(mock.journal()[0]?.body.messages)
  expect(first).not.toContain('/skills/')

  await page.keyboard.press('Control+k')
  await page.getByRole('combobox', { name: 'Command' }).fill('Save what worked')
  await page.keyboard.press('Enter')
  const editor = page.getByRole('textbox', { name: 'SKILL.md' })
  await eventually(() => editor.inputValue()).toContain('right way')
  const draft = await editor.inputValue()
  expect(draft).toContain('> Sort the regions')
  expect(draft).not.toContain('wrong way')
  await editor.fill(
    draft.replace(/^name: .*$/m, 'name: sort-regions').replace(/^description: .*$/m, 'description: Sorting'),
  )
  await app.button('Save').click()
  await page.getByText('Saved the skill “sort-regions”. It is on.').waitFor()

  await app.newSession()
  mock.setScript([
    { toolCalls: [{ name: 'read_file', arguments: { path: '/skills/sort-regions/SKILL.md' } }] },
    stuck(40),
    { text: 'Sorted as before.' },
  ])
  const before = mock.journal().length
  await app.composer.pressSequentially('/sort')
  await page.getByRole('option', { name: /^sort-regions/ }).waitFor()
  await page.keyboard.press('Enter')
  await eventually(() => app.composer.inputValue()).toBe('Use the skill /skills/sort-regions/SKILL.md. ')
  await app.composer.pressSequentially('Now the cities')
  await app.button('Send').click()
  await app.untilAnswer('word9')
  await page.reload()
  await app.untilAnswer('Sorted as before.')
  const requests = mock
    .journal()
    .slice(before)
    .map(({ body }) => JSON.stringify(body.messages))
  expect(requests[0]).toContain('- sort-regions: Sorting')
  expect(requests[0]).not.toContain('right way')
  const last = requests.at(-1) ?? ''
  expect(last).toContain('right way')
  expect(last).toContain('Now the cities')
})
