import { clip, sizeInWords } from '../tools/text-bytes.ts'
import type { Display, ToolBlock, ToolText } from '../tools/tool.ts'
import { PAGE_BYTES, pageOf } from '../tools/workspace/text-page.ts'
import { describeError } from './describe-error.ts'

/** Bytes of a result in addition to one page of text: words about how to read on. */
const BESIDE_PAGE = 1192
/** Most characters of a result that are stored at all. */
export const MAX_RESULT_LENGTH = 50_000_000
const MAX_IMAGES = 16
/** Bounds of what the person sees: characters of a text, rows, cells of a row, characters of a cell. */
const MAX_SHOWN = 8000
const MAX_ROWS = 200
const MAX_COLUMNS = 20
const MAX_CELL = 500

export type Content = ToolBlock[]
export type Bounded = { content: Content; blob?: string | undefined }

/**
 * Makes a result fit into the transcript. Text longer than a page is stored as a blob by `putBlob`; the model gets its
 * beginning and how to read on. If it cannot be stored, the beginning is kept and says so: the tool has run, and that
 * must not be lost. Blocks without words are left out; an empty result says so.
 */
export async function boundContent(
  content: Content,
  putBlob: (bytes: Uint8Array<ArrayBuffer>) => Promise<string>,
  pageBytes = PAGE_BYTES,
): Promise<Bounded> {
  const most = pageBytes + BESIDE_PAGE
  const images = content.filter((block): block is Exclude<ToolBlock, ToolText> => block.type !== 'text')
  const texts = content
    .filter((block): block is ToolText => block.type === 'text' && block.text.trim() !== '')
    .map((block) => ({ ...block, text: clip(block.text, MAX_RESULT_LENGTH) }))
  if (images.length > MAX_IMAGES) {
    texts.push({ type: 'text', text: `[${images.length - MAX_IMAGES} of ${images.length} images were left out.]` })
    images.length = MAX_IMAGES
  }
  if (texts.length + images.length === 0) return { content: [{ type: 'text', text: '(The tool gave no output.)' }] }
  const length = texts.reduce((sum, { text }) => sum + text.length, 0)
  if (length <= most && bytesOf(texts.map(({ text }) => text).join('')).length <= most)
    return { content: [...texts, ...images] }
  const { head, blob } = await store(joined(texts), length, putBlob, pageBytes)
  return { content: [...head, ...images], blob }
}

const bytesOf = (text: string): Uint8Array<ArrayBuffer> => new TextEncoder().encode(text)

function joined(texts: ToolText[]): string {
  let whole = ''
  for (const { text } of texts) {
    if (whole.length >= MAX_RESULT_LENGTH) break
    whole += (whole === '' ? '' : '\n') + text.slice(0, MAX_RESULT_LENGTH - whole.length)
  }
  // A NUL would make it unreadable when it is read back.
  return clip(whole, MAX_RESULT_LENGTH).replaceAll('\0', '\ufffd')
}

async function store(
  text: string,
  length: number,
  putBlob: (bytes: Uint8Array<ArrayBuffer>) => Promise<string>,
  pageBytes: number,
): Promise<{ head: ToolText[]; blob?: string | undefined }> {
  const bytes = bytesOf(text)
  const page = pageOf(text, { fromLine: 1, fromColumn: 1, toLine: null }, pageBytes)
  const { line, column } = page.next ?? { line: 1, column: 1 }
  const where = `from_line ${line}${column > 1 ? ` and from_column ${column}` : ''}`
  const cut = length > MAX_RESULT_LENGTH ? ` It was cut at ${MAX_RESULT_LENGTH} characters.` : ''
  const size = `[The result is ${sizeInWords(bytes.length)} long; this is its head.${cut}`
  const start: ToolText = { type: 'text', text: page.text.trim() === '' ? '(white space)' : page.text }
  try {
    const blob = await putBlob(bytes)
    const rest = `Read on with read_result, result "${blob}", ${where}.]`
    return { head: [start, { type: 'text', text: `${size} ${rest}` }], blob }
  } catch (error) {
    const rest = `The rest could not be stored: ${clip(describeError(error), 200)}]`
    return { head: [start, { type: 'text', text: `${size} ${rest}` }] }
  }
}

/** Keeps the end: the end of a program's output says more than its beginning. */
const clipStart = (text: string): string => (text.length > MAX_SHOWN ? `…${text.slice(1 - MAX_SHOWN)}` : text)

/** Bounds display details to what a row can hold. Cut text ends with "…" (a table says how many rows are missing). */
export function boundDetails(details: Display): Display {
  switch (details.shape) {
    case 'text':
    case 'code':
      return { ...details, text: clip(details.text, MAX_SHOWN) }
    case 'run':
      return { ...details, output: clipStart(details.output), value: clip(details.value, MAX_SHOWN) }
    case 'web-page':
      return { ...details, title: clip(details.title, MAX_CELL), text: clip(details.text, MAX_SHOWN) }
    case 'diff':
      return { ...details, before: clip(details.before, MAX_SHOWN), after: clip(details.after, MAX_SHOWN) }
    case 'table': {
      const cells = (row: string[]): string[] => row.slice(0, MAX_COLUMNS).map((cell) => clip(cell, MAX_CELL))
      const rows = details.rows.slice(0, MAX_ROWS).map(cells)
      if (details.rows.length > MAX_ROWS) rows.push([`… and ${details.rows.length - MAX_ROWS} more`])
      return { ...details, columns: cells(details.columns), rows }
    }
    default:
      return details
  }
}
