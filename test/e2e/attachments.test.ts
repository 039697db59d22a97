import { zipSync } from 'fflate'
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
    { name: 'talk.docx', mimeType: '', buffer: Buffer.from('PK\x03\x04x') },
  ])
  await app.page.getByRole('alert').getByText('Not attached: It is damaged').waitFor()
  await app.button('Remove talk.docx').click()
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

  const [named, picture, where, paper, words] = lastBlocks(mock.journal().at(-1)?.body)
  expect(named?.text).toMatch(/^\[Attached file of the workspace: screen\.png \(image\/png, \d+ bytes\)\]$/)
  expect(where?.text).toMatch(/^\[Attached file of the workspace: plan\.pdf \(application\/pdf, \d+ bytes\)\]$/)
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

it('a table of 5,000 rows, attached before a session exists, went to the model whole and no tool saw it', async () => {
  const { app, mock } = scene
  const sum = "awk -F, 'NR > 1 { s += $3 } END { print s }' sales.csv"
  const sql =
    "printf '.mode csv\\n.import sales.csv sales\\nselect city, sum(amount) from sales group by city;\\n' | sqlite3 sales.db"
  const code = `js -e "console.log(readFile('sales.csv').split('\\\\n').length)"`
  const command = `${sum}; ${sql}; ${code}; tar -czf all.tgz sales.csv sales.db; unzip -l box.zip`
  mock.setScript([
    { text: 'Looking.', toolCalls: [{ name: 'list_files', arguments: {} }] },
    { text: 'Working.', toolCalls: [{ name: 'run_shell', arguments: { command } }] },
    { text: 'Seen.' },
  ])
  await app.connect({ kind: 'OpenAI-compatible', baseUrl: mock.baseUrl })
  const rows = Array.from({ length: 5000 }, (_, n) => `${n},city ${n % 7},${n * 3}`)
  await app.page.locator('input[type=file][aria-label="Attach files"]').setInputFiles([
    { name: 'sales.csv', mimeType: 'text/csv', buffer: Buffer.from(`id,city,amount\n${rows.join('\n')}\n`) },
    { name: 'box.zip', mimeType: 'application/zip', buffer: Buffer.from(zipSync({ 'in/a.txt': new Uint8Array(3) })) },
  ])
  await eventually(() => attachments(app.page).allInnerTexts()).toEqual([
    expect.stringMatching(/sales\.csv\s+\d+ kB, in Files/),
    expect.stringMatching(/box\.zip\s+\d+ B, in Files/),
  ])
  await app.send('Sum it up')
  await app.untilAnswer('Seen.')
  await app.untilStatus('Idle')
  const first = JSON.stringify(mock.journal()[0]?.body.messages?.at(-1))
  expect(first.length).toBeLessThan(5000)
  expect(first).toContain('sales.csv (text/csv')
  expect(first).toContain('A table of 5,000 rows and 3 columns')
  expect(first).toContain('in/a.txt (3 bytes)')
  expect(JSON.stringify(mock.journal()[1]?.body.messages?.at(-1))).toMatch(/box\.zip .*sales\.csv/)
  const ran = JSON.stringify(mock.journal()[2]?.body.messages?.at(-1))
  expect(ran).toContain('[Exit code 0. Folder: /workspace]\\n37492500\\n')
  expect(ran).toContain('city 0,5360355')
  expect(ran).toContain('\\n5002\\n')
  expect(ran).toContain('in/a.txt')
  expect(ran).toContain('created sales.db\\ncreated all.tgz')
  await app.openFiles()
  await eventually(() => app.files.getByRole('treeitem').count()).toBe(4)
  await app.page.reload()
  await app.untilAnswer('Seen.')
  expect(mock.journal()).toHaveLength(3)
})

it('a large picture that is still being made ready when the page is reloaded was lost: it is attached afterwards, and goes with the message', async () => {
  const { app, mock } = scene
  mock.setScript([{ text: 'Many points.' }])
  await app.connect({ kind: 'Anthropic', baseUrl: mock.baseUrl, key: 'key', model: 'claude-sonnet-5' })
  await app.button('Attach files').last().waitFor()
  await app.composer.fill('What is this?')
  // the reload comes as soon as its bytes are stored, and before it is ready
  const navigated = app.page.waitForEvent('load')
  await app.page.evaluate(async () => {
    const canvas = new OffscreenCanvas(3000, 3000)
    const pen = canvas.getContext('2d')
    for (let n = 0; n < 20_000; n++) {
      if (pen) pen.fillStyle = `hsl(${n % 360} ${n % 100}% 50%)`
      pen?.fillRect((n * 7919) % 3000, (n * 104_729) % 3000, 40, 40)
    }
    const file = new File([await canvas.convertToBlob({ type: 'image/png' })], 'large.png', { type: 'image/png' })
    const clipboardData = new DataTransfer()
    clipboardData.items.add(file)
    const set = Storage.prototype.setItem
    Storage.prototype.setItem = function (name, value) {
      set.call(this, name, value)
      if (name.startsWith('reflexor:unfinished:') && /"[0-9a-f]{64}"/.test(value)) location.reload()
    }
    document
      .querySelector('textarea[aria-label="Message"]')
      ?.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
  })
  await navigated
  await eventually(() => attachments(app.page).allInnerTexts()).toEqual([
    expect.stringMatching(/large\.png\s+1920 × 1920/),
  ])
  await eventually(() => app.composer.inputValue(), 'the box').toBe('What is this?')
  await app.button('Send').click()
  await app.untilAnswer('Many points.')
  expect(lastBlocks(mock.journal()[0]?.body).map(({ type }) => type)).toContain('image')
})
