import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { eventually } from '../support/app.ts'
import { textPdf } from '../support/office-files.ts'
import { pastePicture, pasteText } from '../support/paste.ts'
import { useScene } from '../support/scene.ts'

const scene = useScene()

const attachments = (page: Page) => page.getByRole('list', { name: 'Attachments' }).getByRole('listitem')

it('a model that takes no pictures is told of them in words, and the run goes on by itself', async () => {
  const { app, mock } = scene
  mock.setScript([
    { error: { status: 400, message: 'This model does not support image input.' } },
    { text: 'I cannot see it, but I read you.' },
    { text: '', toolCalls: [{ name: 'read_file', arguments: { path: 'plan.pdf' } }] },
    { text: 'I have read the plan.' },
  ])
  await app.connect({ kind: 'OpenAI-compatible', baseUrl: mock.baseUrl, key: 'key', model: 'plain-text-model' })
  await pastePicture(app.page)
  await eventually(() => attachments(app.page).count()).toBe(1)
  // without a word: the picture is the message
  await app.button('Send').click()
  await app.untilAnswer('I cannot see it, but I read you.')
  const [first, second] = mock.journal().map(({ body }) => JSON.stringify(body.messages))
  expect(first).toContain('data:image/png;base64,')
  expect(second).not.toContain('base64')
  expect(second).toContain('[image: screen.png, not shown: this model reads text only]')

  // a PDF of the workspace comes to such a model as its words, which a thread of the worker's own has read
  const buffer = Buffer.from(textPdf('The boat is sold'))
  await app.openFiles()
  await app.page.getByLabel('Files to upload').setInputFiles({ name: 'plan.pdf', mimeType: 'application/pdf', buffer })
  await app.files.getByRole('treeitem', { name: 'plan.pdf' }).waitFor()
  await app.send('Read the plan')
  await app.untilAnswer('I have read the plan.')
  const read = mock
    .journal()
    .at(-1)
    ?.body.messages?.findLast(({ role }) => role === 'tool')
  expect(JSON.stringify(read)).toMatch(/a PDF of 1 page.*<document name=.*The boat is sold/)
})

it('a long text that is pasted is attached, is there after a reload, and reaches the model: its beginning, and the whole as a file', async () => {
  const { app, mock } = scene
  mock.setScript([{ text: 'It ends well.' }])
  await app.connect({ kind: 'OpenAI-compatible', baseUrl: mock.baseUrl })
  const lines = Array.from({ length: 3000 }, (_, n) => `Line ${n} of the story.`)
  // what takes it is there with this button: a paste before that is written into the box
  await app.button('Attach files').last().waitFor()
  await pasteText(app.composer, lines.join('\n'))
  await app.button('Put Pasted text into the message').waitFor()
  await app.page.reload()
  await app.button('Remove Pasted text').waitFor()
  await app.send('How does it end?')
  await app.untilAnswer('It ends well.')
  const sent = JSON.stringify(mock.journal()[0]?.body.messages)
  for (const line of lines.slice(0, 100)) expect(sent).toContain(line)
  expect(sent).toContain('in 3,000 lines. The whole is the file in the workspace')
  await app.openFiles()
  await app.files.getByRole('treeitem', { name: 'Pasted text' }).waitFor()
  // folded: the conversation shows its name, and the words by a press
  expect(await app.questionTexts()).toEqual([expect.not.stringContaining('Line 1 of')])
  await app.questions.getByRole('button', { name: 'Open Pasted text' }).click()
  await app.page.getByRole('dialog', { name: 'Pasted text' }).getByText('Line 2999 of the story.').waitFor()
})
