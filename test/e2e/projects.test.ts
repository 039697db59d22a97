import { expect, it } from 'vitest'
import { eventually, pressArmed } from '../support/app.ts'
import { stuck } from '../support/mock-replies.ts'
import { useScene } from '../support/scene.ts'

const scene = useScene()

it('two sessions of a project share instructions and files; a SIGKILL in the middle of the first loses neither', async () => {
  const { app, mock } = scene
  mock.setScript([
    { toolCalls: [{ name: 'write_file', arguments: { path: 'project/notes.md', content: 'Rats sleep by day.' } }] },
    stuck(40),
    { text: 'Finished.' },
    { toolCalls: [{ name: 'read_file', arguments: { path: '/project/notes.md' } }] },
    { text: 'Read it.' },
  ])
  await app.connect({ kind: 'OpenAI-compatible', baseUrl: mock.baseUrl })
  const dialog = (of: typeof app) => of.page.getByRole('dialog', { name: 'Project', exact: true })
  await app.page.getByRole('button', { name: 'New project' }).click()
  await dialog(app).getByRole('textbox', { name: 'Name' }).fill('Thesis')
  await dialog(app).getByRole('textbox', { name: 'Instructions' }).fill('Cite every source.')
  await dialog(app).getByRole('button', { name: 'Create project' }).click()
  await dialog(app)
    .getByLabel('Project files to upload')
    .setInputFiles({ name: 'AGENTS.md', mimeType: 'text/markdown', buffer: Buffer.from('Write in British English.') })
  // not used before the person has read it
  await pressArmed(dialog(app).getByRole('button', { name: 'Use', exact: true }))
  await eventually(() => dialog(app).getByRole('button', { name: 'Use', exact: true }).count()).toBe(0)
  await dialog(app).getByRole('button', { name: 'Close' }).click()

  await app.page.getByRole('button', { name: 'New session in Thesis' }).click()
  await app.send('Note it down')
  await app.untilAnswer('word9')
  const again = await scene.killAndRelaunch(new URL(app.page.url()).hash)
  await again.untilAnswer('Finished.')
  const told = (): string => JSON.stringify(mock.journal().at(-1)?.body.messages)
  expect(told()).toContain('Cite every source.')
  expect(told()).toContain('Write in British English.')

  const left = again.page.url()
  await again.page.getByRole('button', { name: 'New session in Thesis' }).click()
  // what is typed before belongs to the session that is left
  await eventually(() => again.page.url()).not.toBe(left)
  await again.send('What did we note?')
  await again.untilAnswer('Read it.')
  expect(told()).toContain('Rats sleep by day.')
  expect(told()).toContain('Cite every source.')
  // each of the two is listed under its project
  const list = again.page.getByRole('navigation', { name: 'Sessions' })
  await eventually(() => list.getByRole('link').count()).toBe(2)
  await list.getByRole('button', { name: 'Actions of project Thesis' }).click()
  await again.page.getByRole('menuitem', { name: 'Instructions and files' }).click()
  await eventually(() => dialog(again).getByRole('treeitem').allInnerTexts()).toEqual([
    expect.stringContaining('AGENTS.md'),
    expect.stringContaining('notes.md'),
  ])
})
