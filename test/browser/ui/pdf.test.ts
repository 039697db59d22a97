import { beforeAll, expect, it, vi } from 'vitest'
import { page } from 'vitest/browser'
import { startPdfReader } from '../../../src/ui/files/pdf-reader.ts'
import { builtThread } from '../../support/built-thread.ts'
import { userRow } from '../../support/fake-rows.ts'
import { makeFakeWorker } from '../../support/fake-worker.ts'
import { openPage } from './open-page.ts'

beforeAll(() => builtThread('src/pdf/pdf-worker.ts'))

/** A PDF of these pages, each as wide and high as said, with one line of text in a font that it does not hold. */
function pdfOf(...pages: { size: string; text: string }[]): Uint8Array<ArrayBuffer> {
  const objects = pages.flatMap(({ size, text }, n) => {
    const stream = `BT /F1 24 Tf 20 100 Td (${text}) Tj ET`
    const [own, content] = [4 + 2 * n, 5 + 2 * n]
    return [
      `${own} 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 ${size}]/Contents ${content} 0 R/Resources<</Font<</F1 3 0 R>>>>>>endobj`,
      `${content} 0 obj<</Length ${stream.length}>>stream\n${stream}\nendstream endobj`,
    ]
  })
  const kids = pages.map((_, n) => `${4 + 2 * n} 0 R`).join(' ')
  return new TextEncoder().encode(
    [
      '%PDF-1.4',
      '1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj',
      `2 0 obj<</Type/Pages/Kids[${kids}]/Count ${pages.length}>>endobj`,
      '3 0 obj<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>endobj',
      ...objects,
      'trailer<</Root 1 0 R>>',
      '%%EOF',
    ].join('\n'),
  )
}
const bufferOf = (text: string): ArrayBuffer => new TextEncoder().encode(text).buffer

async function showPdf(bytes: Uint8Array): Promise<void> {
  const fake = makeFakeWorker()
  const blob = '1'.repeat(64)
  fake.blobs.set(blob, bytes)
  const file = { path: 'a.pdf', blob, size: bytes.length, mediaType: 'application/pdf', seq: 1, timestamp: 1 }
  fake.addSession('one', []).files = [file]
  await openPage(fake, '#/session/one')
  await page.getByRole('treeitem', { name: 'a.pdf' }).click()
}
const picture = (name: string) => page.getByRole('img', { name })

it('is shown page by page, as a picture and as text', async () => {
  await showPdf(pdfOf({ size: '400 200', text: 'The first page' }, { size: '400 600', text: 'The second' }))
  await expect.element(picture('Page 1 of 2')).toHaveAttribute('aria-busy', 'false')
  const canvas = picture('Page 1 of 2').element() as HTMLCanvasElement
  const shape = () => canvas.width / canvas.height
  await expect.poll(shape).toBeCloseTo(2, 1)
  await page.getByRole('button', { name: 'Next page' }).click()
  await expect.element(picture('Page 2 of 2')).toHaveAttribute('aria-busy', 'false')
  await expect.poll(shape).toBeCloseTo(2 / 3, 1)
  await expect.element(page.getByRole('button', { name: 'Next page' })).toBeDisabled()
  await expect.element(picture('Page 2 of 2')).toHaveAttribute('aria-busy', 'false')
  const narrow = canvas.width
  await page.getByRole('button', { name: 'Zoom in' }).click()
  await expect.poll(() => canvas.width).toBeGreaterThan(narrow)
  await page.getByRole('button', { name: 'Text', exact: true }).click()
  await expect.element(page.getByRole('region', { name: 'Text of this page' })).toHaveTextContent('The second')
})

it('opened from a message, it began at Close: its keys scroll the page once that is there', async () => {
  const fake = makeFakeWorker()
  const blob = '1'.repeat(64)
  fake.blobs.set(blob, pdfOf({ size: '400 200', text: 'The only page' }))
  const attached = {
    type: 'document',
    name: 'a.pdf',
    mediaType: 'application/pdf',
    blob,
    words: null,
    length: 0,
  } as const
  fake.addSession('one', [{ ...userRow(0, 'Read this'), content: [attached] }])
  await openPage(fake, '#/session/one')
  await page.getByRole('button', { name: 'Open a.pdf' }).click()
  await expect.element(picture('Page 1 of 1')).toHaveAttribute('aria-busy', 'false')
  await expect.poll(() => document.activeElement?.ariaLabel).toBe('Page view')
})

it('whose thread broke over one page still shows the others', async () => {
  const threads: Worker[] = []
  const Platform = globalThis.Worker
  vi.stubGlobal(
    'Worker',
    class extends Platform {
      constructor(url: string | URL, options?: WorkerOptions) {
        super(url, options)
        threads.push(this)
      }
    },
  )
  try {
    await showPdf(pdfOf({ size: '400 200', text: 'The first page' }, { size: '400 600', text: 'The second' }))
    await expect.element(picture('Page 1 of 2')).toHaveAttribute('aria-busy', 'false')
    threads[0]?.dispatchEvent(new ErrorEvent('error', { cancelable: true }))
    await page.getByRole('button', { name: 'Next page' }).click()
    await expect.element(picture('Page 2 of 2')).toHaveAttribute('aria-busy', 'false')
    await page.getByRole('button', { name: 'Text', exact: true }).click()
    await expect.element(page.getByRole('region', { name: 'Text of this page' })).toHaveTextContent('The second')
    expect(threads).toHaveLength(2)
  } finally {
    vi.unstubAllGlobals()
  }
})

it('is drawn with ink on it, not as an empty page', async () => {
  const reader = startPdfReader()
  await reader.open(pdfOf({ size: '300 150', text: 'ink' }).buffer)
  const { picture, text } = await reader.draw(1, 300)
  expect([text, picture.width, picture.height]).toEqual(['ink', 300, 150])
  const context = new OffscreenCanvas(300, 150).getContext('2d')
  context?.drawImage(picture, 0, 0)
  const pixels = context?.getImageData(0, 0, 300, 150).data ?? new Uint8ClampedArray()
  expect(pixels.filter((value, at) => at % 4 === 0 && value < 128).length).toBeGreaterThan(50)
  reader.close()
})

it('that is hostile is told in words: garbage, a tree that holds itself, a page as large as a town, late answers', async () => {
  const garbage = startPdfReader()
  await expect(garbage.open(bufferOf(`%PDF-1.7\n${'garbage '.repeat(100)}`))).rejects.toThrow('is damaged')
  const circle = new TextDecoder().decode(pdfOf({ size: '9 9', text: '' })).replace('Kids[4 0 R]', 'Kids[2 0 R]')
  const circular = startPdfReader()
  const opened = circular.open(bufferOf(circle)).then(() => circular.draw(1, 300))
  await expect(opened).rejects.toThrow(/damaged/)
  const huge = startPdfReader()
  await huge.open(pdfOf({ size: '1000000000 1000000000', text: 'x' }).buffer)
  const { picture } = await huge.draw(1, 2000)
  expect(picture.width * picture.height).toBeLessThan(16_100_000)
  const late = startPdfReader(1)
  await expect(late.open(pdfOf({ size: '9 9', text: '' }).buffer)).rejects.toThrow(/^Stopped after/)
  await expect(late.draw(1, 300)).rejects.toThrow(/^Stopped after/)
  for (const reader of [garbage, circular, huge]) reader.close()
})
