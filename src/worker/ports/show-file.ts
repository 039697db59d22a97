import { preparePicture, textOfDocument } from '../../documents/prepare.ts'
import { soundLength } from '../../documents/sound-length.ts'
import { soundType } from '../../documents/sound-type.ts'
import { readPdf } from '../../pdf/read-pdf.ts'
import { putBlob } from '../../storage/blobs.ts'
import type { Database } from '../../storage/schema.ts'
import type { FileInfo, ToolDocument, ToolImage } from '../../tools/tool.ts'
import { blobBytes } from '../blob-bytes.ts'

const OFFICE: Readonly<Record<string, 'docx' | 'xlsx'>> = {
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document': 'docx',
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': 'xlsx',
}

/**
 * What a model is given of a picture, a document or a recording of the workspace, in blobs. All but recordings are
 * taken apart in threads that can be killed. Rejects with a sentence when the file cannot be read.
 */
export async function showFile(
  db: Database,
  { path, blob, mediaType }: FileInfo,
  signal: AbortSignal,
): Promise<ToolImage | ToolDocument> {
  const bytes = await blobBytes(db, blob)
  if (bytes === null) throw new Error('The content of this file is missing.')
  const name = path.slice(-200)
  const put = (made: Uint8Array): Promise<string> => putBlob(db, made as Uint8Array<ArrayBuffer>, Date.now())
  if (mediaType === 'application/pdf') {
    const { pages, text } = await readPdf((bytes.slice() as Uint8Array<ArrayBuffer>).buffer, signal)
    const words = text.trim()
    const stored = words === '' ? null : await put(new TextEncoder().encode(words))
    return { type: 'document', name, mediaType, blob, words: stored, length: words.length, pages }
  }
  const office = OFFICE[mediaType]
  if (office !== undefined) {
    const words = await textOfDocument(office, new Blob([bytes as Uint8Array<ArrayBuffer>]), signal)
    const stored = words === '' ? null : await put(new TextEncoder().encode(words))
    return { type: 'document', name, mediaType, blob, words: stored, length: words.length }
  }
  if (mediaType.startsWith('audio/')) {
    const kind = soundType(bytes)
    if (kind === null) throw new Error('It is damaged, or its sound format is not supported.')
    return { type: 'document', name, mediaType: kind, blob, words: null, length: soundLength(bytes, kind) }
  }
  const made = await preparePicture(new Blob([bytes as Uint8Array<ArrayBuffer>]), signal)
  const { width, height } = made
  return { type: 'image', mediaType: made.mediaType, blob: await put(made.bytes), name, width, height }
}
