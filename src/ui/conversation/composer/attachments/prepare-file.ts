import { descriptionOf, digestOfDocument, preparePicture } from '../../../../documents/prepare.ts'
import { readPdf } from '../../../../pdf/read-pdf.ts'
import { fileSize } from '../../../base/kit/file-size.ts'
import type { Attached } from '../../../base/state/drafts.ts'
import { kindByBytes } from './kind-of-file.ts'
import { readSound } from './read-sound.ts'

/** In bytes: a larger PDF would make the request larger than providers accept; larger text is not read. */
const MOST_PDF = 20_000_000
const MOST_TEXT = 50_000_000

type Put = (bytes: File | Uint8Array) => Promise<string>

/**
 * Turns a file into an attachment: a picture scaled for models, a recording unchanged, a document with its words, or a
 * description. The file itself goes into the workspace. Untrusted files are parsed in threads that can be killed.
 * Rejects with a sentence for the person.
 */
export async function prepareFile(file: File, put: Put, signal: AbortSignal): Promise<Attached> {
  if (file.size === 0) throw new Error('It is empty.')
  const kind = await kindByBytes(file)
  signal.throwIfAborted()
  const name = (file.name.normalize('NFC') || 'file').slice(-200)
  const original = async (mediaType: string) => {
    const blob = await put(file)
    return { blob, file: { path: name, blob, size: file.size, mediaType: mediaType.slice(0, 200) } }
  }
  if (kind === 'picture') {
    const { bytes, mediaType, width, height } = await preparePicture(file, signal)
    const kept = (await original(file.type || mediaType)).file
    return { type: 'image', mediaType, blob: await put(bytes), name, width, height, file: kept }
  }
  if (kind === 'pdf') {
    if (file.size > MOST_PDF)
      throw new Error(`It is too large (${fileSize(file.size)}, limit ${fileSize(MOST_PDF)} for PDFs).`)
    const { pages, text } = await readPdf(await file.arrayBuffer(), signal)
    const mediaType = 'application/pdf'
    return { ...(await original(mediaType)), ...(await stored(text.trim())), type: 'document', mediaType, name, pages }
  }
  const sound = kind === 'sound' ? await readSound(file, signal) : null
  if (sound !== null) {
    const { mediaType, seconds } = sound
    return { ...(await original(mediaType)), type: 'document', mediaType, words: null, length: seconds, name }
  }
  if (kind === 'sound' || kind === 'file' || file.size > MOST_TEXT) {
    const mediaType = file.type || 'application/octet-stream'
    const words = await stored(await descriptionOf(file, signal))
    // the model gets only a description, so the media type must not claim a recording or a picture
    const kept = await original(mediaType)
    return { ...kept, ...words, type: 'document', mediaType: 'application/octet-stream', digest: true, name }
  }
  const { text, digest } = await digestOfDocument(kind, file, signal)
  if (text === '') throw new Error('It contains no text.')
  const mediaType = typeOfWords(file.type)
  const words = await stored(text)
  return { ...(await original(mediaType)), ...words, ...(digest && { digest }), type: 'document', mediaType, name }

  async function stored(text: string): Promise<{ words: string | null; length: number }> {
    return { words: text === '' ? null : await put(new TextEncoder().encode(text)), length: text.length }
  }
}

/** Systems may derive a film or sound type from the extension of a file that is text. */
const typeOfWords = (type: string): string =>
  type === '' || (/^(?:audio|video|image|font|model)\//.test(type) && type !== 'image/svg+xml')
    ? 'text/plain'
    : type.slice(0, 100)
