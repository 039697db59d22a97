import { decodedText } from './decode-text.ts'
import { digestOf } from './digest.ts'
import type { DocumentKind, FromDocuments } from './messages.ts'
import { MOST_TEXT } from './most-text.ts'
import { BadZip, zipParts } from './zip-parts.ts'

/** Bytes of a file. */
const MOST_BYTES = 50_000_000
/** Most bytes that the text parts of a packed document may unpack to. Pictures in it stay packed. */
const MOST_UNPACKED = { docx: 60_000_000, xlsx: 200_000_000 }

const failed = (words: string): FromDocuments => ({ type: 'failed', words })
const TOO_MANY = 'It is too long to read at once (about 1,000 pages). Split it, or save it as plain text.'
const DAMAGED = 'It is damaged, or not what its name says.'

/** The text of a document, plain or as Markdown. Slow or worse on hostile files: run it where it can be killed. */
export async function readText(kind: DocumentKind, file: Blob): Promise<FromDocuments> {
  const said = await wholeText(kind, file)
  // a workbook already says how much was cut
  return said.type !== 'text' || kind === 'xlsx' ? said : { type: 'text', text: clipped(said.text) }
}

/** The same, but of a long document only an overview. */
export async function readDigest(kind: DocumentKind, name: string, file: Blob): Promise<FromDocuments> {
  const said = await wholeText(kind, file)
  if (said.type !== 'text') return said
  const { text, digest } = digestOf(name, said.text)
  return { type: 'text', text, ...(digest && { digest }) }
}

async function wholeText(kind: DocumentKind, file: Blob): Promise<FromDocuments> {
  if (file.size > MOST_BYTES)
    return failed(`It is too large (${Math.round(file.size / 1_000_000)} MB, limit 50 MB for documents).`)
  const bytes = new Uint8Array(await file.arrayBuffer())
  try {
    const text = await textOf(kind, bytes)
    if (text === null && kind === 'docx') return failed(TOO_MANY)
    if (text === null) return failed('It isn’t text or a supported document.')
    return { type: 'text', text: text.trim() }
  } catch (error) {
    if (error instanceof BadZip && error.reason === 'large' && (kind === 'docx' || kind === 'xlsx'))
      return failed(`Its text unpacks to more than ${MOST_UNPACKED[kind] / 1_000_000} MB.`)
    // errors of these libraries mean nothing to a person
    return failed(DAMAGED)
  }
}

async function textOf(kind: DocumentKind, bytes: Uint8Array<ArrayBuffer>): Promise<string | null> {
  switch (kind) {
    case 'docx':
      return (await import('./read-docx.ts')).readDocx(wordsOf(bytes, MOST_UNPACKED.docx))
    case 'xlsx':
      return (await import('./read-xlsx.ts')).readXlsx(wordsOf(bytes, MOST_UNPACKED.xlsx), MOST_TEXT)
    case 'html': {
      const html = decodedText(bytes, true)
      return html === null ? null : (await import('./html-as-markdown.ts')).htmlAsMarkdown(html)
    }
    case 'text':
      return decodedText(bytes, false)
  }
}

/** All XML parts. A packed part (a workbook in a document) stays packed. */
const wordsOf = (bytes: Uint8Array, most: number): ReturnType<typeof zipParts> =>
  zipParts(bytes, { isWanted: (name) => /\.(xml|rels)$/i.test(name), bytes: most })

const clipped = (text: string): string =>
  text.length <= MOST_TEXT
    ? text
    : `${text.slice(0, MOST_TEXT).replace(/[\uD800-\uDBFF]$/, '')}\n[… ${(text.length - MOST_TEXT).toLocaleString('en')} more characters are not shown …]`
