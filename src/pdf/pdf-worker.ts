import {
  GlobalWorkerOptions,
  getDocument,
  type PDFDocumentProxy,
  type PDFPageProxy,
} from 'pdfjs-dist/legacy/build/pdf.mjs'
import { CanvasFactory, DataFactory, FilterFactory, fonts, hasLostTables } from './factories.ts'
import { type FromPdf, TOO_MUCH_MEMORY, type ToPdf } from './messages.ts'
import { scaleFor } from './picture-size.ts'
import { wordsOfPages } from './words-of-pages.ts'

/**
 * The thread that draws PDFs, so that a hostile one can freeze neither the page nor the machines; its owner kills it
 * when it is late. Scripts and forms of a PDF do not run, and nothing that it links to is fetched.
 */

const MOST_TEXT = 100_000
let opening: Promise<PDFDocumentProxy> | null = null

function open(bytes: ArrayBuffer): Promise<PDFDocumentProxy> {
  const parser = new Worker(new URL('./pdf-parser.ts', import.meta.url), { type: 'module' })
  parser.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
    if (data !== TOO_MUCH_MEMORY) return
    parser.terminate()
    self.postMessage({ type: 'failed', reason: 'large' } satisfies FromPdf)
  })
  GlobalWorkerOptions.workerPort = parser
  return getDocument({
    data: new Uint8Array(bytes),
    // there is no page: fonts load into this thread, and canvases are made without a document
    ownerDocument: { fonts } as never,
    CanvasFactory,
    FilterFactory,
    BinaryDataFactory: DataFactory,
    isEvalSupported: false,
    enableXfa: false,
    useWorkerFetch: false,
    useSystemFonts: true,
    maxImageSize: 64_000_000,
    verbosity: 0,
  }).promise
}

async function draw(document: PDFDocumentProxy, number: number, width: number): Promise<FromPdf> {
  const page = await document.getPage(number)
  const scale = scaleFor(page.getViewport({ scale: 1 }), width)
  if (scale === null) return { type: 'failed', reason: 'page' }
  const viewport = page.getViewport({ scale })
  const canvas = new OffscreenCanvas(Math.ceil(viewport.width), Math.ceil(viewport.height))
  await page.render({ canvas: canvas as never, viewport, background: '#fff' }).promise
  const text = await textOf(page)
  page.cleanup()
  return { type: 'drawn', page: number, picture: canvas.transferToImageBitmap(), text: text.slice(0, MOST_TEXT) }
}

async function textOf(page: PDFPageProxy): Promise<string> {
  const { items } = await page.getTextContent()
  return items.map((item) => ('str' in item ? item.str + (item.hasEOL ? '\n' : '') : '')).join('')
}

/** Damaged pages are named at the end. */
async function read(document: PDFDocumentProxy, most: number): Promise<FromPdf> {
  const pages: { number: number; text: string }[] = []
  const damaged: number[] = []
  let length = 0
  let last = 0
  while (last < document.numPages && length <= most) {
    const number = ++last
    const page = await document.getPage(number).catch(() => null)
    const said = page === null ? null : await textOf(page).catch(() => null)
    page?.cleanup()
    if (said === null) damaged.push(number)
    const text = said?.trim() ?? ''
    if (text === '') continue
    pages.push({ number, text })
    length += text.length
  }
  const lost = hasLostTables()
  return { type: 'read', text: wordsOfPages(pages, { damaged, lost, last, of: document.numPages, most }) }
}

async function answer(message: ToPdf): Promise<FromPdf> {
  if (message.type === 'open') {
    opening = open(message.bytes)
    const document = await opening
    const info = (await document.getMetadata().catch(() => null))?.info as { Title?: unknown } | undefined
    const title = typeof info?.Title === 'string' ? info.Title.slice(0, 300) : ''
    return { type: 'opened', pages: document.numPages, title }
  }
  if (opening === null) return { type: 'failed', reason: 'damaged' }
  const document = await opening
  return message.type === 'read' ? read(document, message.most) : draw(document, message.page, message.width)
}

const reasonOf = (error: unknown, message: ToPdf): FromPdf => {
  if (error instanceof Error && error.name === 'PasswordException') return { type: 'failed', reason: 'password' }
  return { type: 'failed', reason: message.type === 'open' ? 'damaged' : 'page' }
}

self.onmessage = ({ data }: MessageEvent<ToPdf>) => {
  answer(data)
    .catch((error: unknown) => reasonOf(error, data))
    .then((reply) => self.postMessage(reply, { transfer: reply.type === 'drawn' ? [reply.picture] : [] }))
}
