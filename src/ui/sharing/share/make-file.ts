import { isSound } from '../../../agent/attachments.ts'
import type { Message } from '../../../agent/message.ts'
import type { ShareContents } from '../../../protocol/share.ts'
import type { ShareSource } from '../../base/state/share.ts'
import { sessionTitle } from '../../base/words/session-title.ts'
import * as html from './as-html.ts'
import * as json from './as-json.ts'
import * as markdown from './as-markdown.ts'
import { fileName } from './file-name.ts'
import type { SharedFile, Wish } from './parts.ts'
import { STYLE } from './style.ts'

export type Format = 'html' | 'markdown' | 'json' | 'black-box'
type Written = Exclude<Format, 'black-box'>

/** Bytes. Larger images, and larger files that are not text, are left out. */
const LARGEST = 20_000_000

type Writer = {
  head: string
  message: (row: Message, first: boolean) => Promise<string>
  filesHead: string
  file: (file: SharedFile, first: boolean) => string
  end: string
}

/**
 * A conversation as a file. Rows are read page by page and written at once, so only the bytes of images and files are
 * in memory. `wire`: includes the recorded wire in a black box. `told` gets the number of written rows. Rejects with an
 * Error whose message is a sentence for the person.
 */
export async function makeFile(
  source: ShareSource,
  contents: ShareContents,
  { format, wish, wire, told }: { format: Format; wish: Wish; wire: boolean; told: (rows: number) => void },
): Promise<{ file: Blob; name: string }> {
  const name = fileName(sessionTitle(contents.title))
  if (format === 'black-box') return { file: await source.blackBox(wire), name: `${name}.reflexor` }
  const writer = await WRITERS[format](contents, wish, source)
  const pieces: (string | Blob)[] = [writer.head]
  const pointed = new Set<string>()
  /** A web page carries such files itself, and JSON has them among all files. */
  const pointedIn = format === 'markdown' && wish.files ? (await import('./carried-files.ts')).pointedIn : null
  let rows = 0
  for (let from: number | null = 0; from !== null; ) {
    const page: Awaited<ReturnType<ShareSource['rows']>> = await source.rows(from)
    let text = ''
    for (const row of page.rows) {
      text += await writer.message(row, rows++ === 0)
      if (pointedIn !== null) for (const path of pointedIn(row)) pointed.add(path)
    }
    // handed to the browser, so that the page does not hold a long conversation twice
    pieces.push(new Blob([text]))
    told(rows)
    from = page.next
  }
  const files = wish.files ? contents.files : []
  if (files.length > 0 || format === 'json') pieces.push(writer.filesHead)
  for (const [place, entry] of files.entries())
    pieces.push(new Blob([writer.file(await fileOf(source, entry, format !== 'markdown'), place === 0)]))
  pieces.push(writer.end)
  const made = { file: new Blob(pieces, { type: TYPES[format] }), name: `${name}.${ENDINGS[format]}` }
  const carried = contents.files.filter(({ path }) => pointed.has(path))
  if (carried.length === 0) return made
  const { withFiles } = await import('./with-files.ts')
  return { file: await withFiles(source, made, carried), name: `${name}.zip` }
}

const TYPES = { html: 'text/html', markdown: 'text/markdown', json: 'application/json' } as const
const ENDINGS = { html: 'html', markdown: 'md', json: 'json' } as const

const WRITERS: Record<Written, (contents: ShareContents, wish: Wish, source: ShareSource) => Promise<Writer>> = {
  markdown: async (contents, wish) => ({
    head: markdown.head(contents),
    message: async (row) => markdown.message(row, wish),
    filesHead: markdown.filesHead(),
    file: markdown.file,
    end: '',
  }),
  json: async (contents, wish) => ({
    head: json.head(contents),
    message: async (row, first) => json.message(row, wish, first),
    filesHead: json.filesHead,
    file: json.file,
    end: json.end,
  }),
  html: async (contents, wish, source) => {
    const { markdownHtml } = await import('../../rendering/markdown.ts')
    const { makeCarriedFiles } = await import('./carried-files.ts')
    const carried = makeCarriedFiles(source, wish.files ? contents.files : [], {
      urlOf: (bytes, type) => `data:${type};base64,${base64Of(bytes)}`,
      links: true,
    })
    const hash = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(STYLE))
    return {
      head: html.head(contents, base64Of(new Uint8Array(hash))),
      message: async (row) => {
        const images = wish.attached ? await picturesOf(row, source) : new Map<string, string>()
        await carried.load(row)
        return html.message(row, wish, {
          render: (text, marks) => markdownHtml(text, marks, carried.files),
          imageOf: (blob) => images.get(blob),
        })
      },
      filesHead: html.filesHead(),
      file: html.file,
      end: html.end,
    }
  },
}

/** The images and recordings of a row as data, by blob. */
async function picturesOf(row: Message, source: ShareSource): Promise<Map<string, string>> {
  const pictures = new Map<string, string>()
  for (const block of row.content) {
    if (block.type !== 'image' && block.type !== 'document') continue
    const shown =
      block.type === 'image' ? html.PICTURE.test(block.mediaType) : isSound(block) && html.SOUND.test(block.mediaType)
    if (!shown || pictures.has(block.blob)) continue
    const bytes = await source.bytes(block.blob)
    if (bytes !== null && bytes.length <= LARGEST)
      pictures.set(block.blob, `data:${block.mediaType};base64,${base64Of(bytes)}`)
  }
  return pictures
}

async function fileOf(
  source: ShareSource,
  { path, size, mediaType, blob }: ShareContents['files'][number],
  withBytes: boolean,
): Promise<SharedFile> {
  const text = size <= LARGEST ? await source.text(blob) : null
  const bytes = text === null && withBytes && size <= LARGEST ? await source.bytes(blob) : null
  return { path, size, mediaType, text, base64: bytes === null ? null : base64Of(bytes) }
}

const STEP = 0x2000
function base64Of(bytes: Uint8Array): string {
  let text = ''
  for (let at = 0; at < bytes.length; at += STEP) text += String.fromCharCode(...bytes.subarray(at, at + STEP))
  return btoa(text)
}
