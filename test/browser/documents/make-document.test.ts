import { beforeAll, expect, it } from 'vitest'
import { textOfDocument } from '../../../src/documents/prepare.ts'
import { readPdf } from '../../../src/pdf/read-pdf.ts'
import type { DocumentKind } from '../../../src/tools/documents/document-port.ts'
import { makeDocument } from '../../../src/worker/ports/make-document.ts'
import { builtThread } from '../../support/built-thread.ts'

/** The real threads: one makes a document, another reads it. */
beforeAll(async () => {
  await builtThread('src/pdf/pdf-worker.ts')
  await builtThread('src/documents/documents-worker.ts')
  await builtThread('src/documents/write/write-worker.ts')
})

const signal = new AbortController().signal
const MARKDOWN = '# Report\n\nSales in Süd – Привет, Καλημέρα €\n\n| Region | Sales |\n|--|--|\n| North | 1,234.50 |\n'
const make = (kind: DocumentKind, markdown = MARKDOWN) =>
  makeDocument({ kind, markdown, parts: [] }, { signal, timeLimit: 60_000 })

async function made(kind: DocumentKind, markdown?: string): Promise<Uint8Array<ArrayBuffer>> {
  const outcome = await make(kind, markdown)
  if (!outcome.ok) throw new Error(outcome.error)
  return outcome.bytes
}

it('Word and Excel files say what their Markdown said', async () => {
  const word = await textOfDocument('docx', new Blob([await made('docx')]))
  for (const words of ['# Report', 'Sales in Süd', 'Привет', '1,234.50']) expect(word).toContain(words)
  const sheets = await textOfDocument('xlsx', new Blob([await made('xlsx')]))
  expect(sheets).toContain('## Report')
  expect(sheets).toContain('North,1234.5')
})

it('a PDF keeps Latin, Cyrillic and Greek; letters that its font lacks are an error, not a gap', async () => {
  const first = await made('pdf')
  const { text, pages } = await readPdf(first.slice().buffer)
  expect(pages).toBe(1)
  for (const words of ['Report', 'Süd', 'Привет', 'Καλημέρα', '1,234.50'])
    expect(text.replace(/\s+/g, ' ')).toContain(words)
  // the same again, byte for byte, although time has passed
  expect(await made('pdf')).toEqual(first)
  expect(await make('pdf', '# 你好')).toEqual({
    ok: false,
    error: expect.stringContaining('does not have these characters: 你 好'),
  })
})

it('a presentation is a zip with a slide', async () => {
  expect([...(await made('pptx')).subarray(0, 2)]).toEqual([0x50, 0x4b])
})

it('Stop kills the thread in the middle', async () => {
  const stop = new AbortController()
  const long = `${'word '.repeat(20)}\n\n`.repeat(8000)
  const running = makeDocument({ kind: 'pdf', markdown: long, parts: [] }, { signal: stop.signal, timeLimit: 60_000 })
  stop.abort(new Error('stopped'))
  await expect(running).rejects.toThrow('stopped')
})

it('one that takes too long is a sentence', async () => {
  const late = await makeDocument({ kind: 'docx', markdown: 'x', parts: [] }, { signal, timeLimit: 1 })
  expect(late).toEqual({ ok: false, error: 'The document took longer than 0.001 s and was stopped.' })
})
