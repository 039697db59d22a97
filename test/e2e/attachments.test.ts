import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { appOn, eventually } from '../support/app.ts'
import { crashTab } from '../support/launch.ts'
import { textPdf } from '../support/office-files.ts'
import { pastePicture } from '../support/paste.ts'
import { useScene } from '../support/scene.ts'

const scene = useScene()

const attachments = (page: Page) => page.getByRole('list', { name: 'Attachments' }).getByRole('listitem')

type Block = { type: string; text?: string; source?: { media_type: string; data: string } }
const lastBlocks = (body: { messages?: { content: unknown }[] } | undefined): Block[] =>
  (body?.messages?.at(-1)?.content ?? []) as Block[]

it('a pasted picture and a chosen PDF are kept over a reload, reach the model as bytes, and are there, and sent again, after a crash in the middle of the answer', async () => {
  const { app: before, mock, browser } = scene
  let app = before
  const text = 'A black square and a plan for the boat.'
  mock.setScript([{ text, breakAfter: { events: 0, how: 'hang' } }, { text }])
  await app.connect({ kind: 'Anthropic', baseUrl: mock.baseUrl, key: 'key', model: 'claude-sonnet-5' })
  await pastePicture(app.page)
  await app.page.locator('input[type=file][aria-label="Attach files"]').setInputFiles([
    { name: 'plan.pdf', mimeType: 'application/pdf', buffer: Buffer.from(textPdf('The boat is sold')) },
    { name: 'talk.pptx', mimeType: '', buffer: Buffer.from('x') },
  ])
  await app.page.getByRole('alert').getByText('Not attached: Slides cannot be read here').waitFor()
  await app.button('Remove talk.pptx').click()
  await eventually(() => attachments(app.page).allInnerTexts()).toEqual([
    expect.stringMatching(/screen\.png\s+1920 × 960/),
    expect.stringMatching(/plan\.pdf\s+1 page, \d+ characters/),
  ])
  await app.page.reload()
  await eventually(() => attachments(app.page).count()).toBe(2)
  await app.composer.fill('What is this?')
  await app.button('Send').click()
  await mock.until((journal) => journal.length > 0)
  const url = app.page.url()
  await crashTab(app.page)
  const page = await browser.context.newPage()
  await page.goto(url)
  app = appOn(page)
  await app.untilAnswer(text)
  // asked again, with the same picture
  expect(mock.journal()).toHaveLength(2)
  expect(lastBlocks(mock.journal()[1]?.body)).toEqual(lastBlocks(mock.journal()[0]?.body))

  const [picture, paper, words] = lastBlocks(mock.journal().at(-1)?.body)
  expect(picture).toMatchObject({ type: 'image', source: { media_type: 'image/png' } })
  expect(
    Buffer.from(picture?.source?.data ?? '', 'base64')
      .subarray(1, 4)
      .toString(),
  ).toBe('PNG')
  expect(paper).toMatchObject({ type: 'document', source: { media_type: 'application/pdf' } })
  expect(Buffer.from(paper?.source?.data ?? '', 'base64').toString()).toContain('The boat is sold')
  expect(words).toMatchObject({ type: 'text', text: 'What is this?' })

  await eventually(() => app.composer.inputValue()).toBe('')
  await eventually(() => attachments(app.page).count()).toBe(0)
  const mine = app.questions.first()
  await eventually(() => mine.getByRole('img').evaluate((image) => (image as HTMLImageElement).naturalWidth)).toBe(1920)
  await mine.getByRole('button', { name: 'Open plan.pdf' }).click()
  await app.page.getByRole('dialog', { name: 'plan.pdf' }).getByRole('img', { name: 'Page 1 of 1' }).waitFor()
})
