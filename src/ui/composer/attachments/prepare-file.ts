import { preparePicture, textOfDocument } from '../../../documents/prepare.ts'
import { readPdf } from '../../../pdf/read-pdf.ts'
import { fileSize } from '../../kit/file-size.ts'
import type { Attached } from '../../state/drafts.ts'
import { kindByBytes } from './kind-of-file.ts'
import { readSound } from './read-sound.ts'

/** Bytes: with a larger one the request would be more than providers take. */
const MOST_PDF = 20_000_000

type Put = (bytes: File | Uint8Array) => Promise<string>

/**
 * Makes of a file what is sent with a message: a picture in the size that models take, a recording as it is, or a document with its words. All that is foreign is
 * taken apart in threads that can be killed. Rejects with a sentence for the person.
 */
export async function prepareFile(file: File, put: Put, signal: AbortSignal): Promise<Attached> {
  if (file.size === 0) throw new Error('It is empty.')
  const kind = await kindByBytes(file)
  signal.throwIfAborted()
  const name = (file.name.normalize('NFC') || 'file').slice(-200)
  if (typeof kind === 'object') throw new Error(kind.refused)
  if (kind === 'picture') {
    const { bytes, mediaType, width, height } = await preparePicture(file, signal)
    return { type: 'image', mediaType, blob: await put(bytes), name, width, height }
  }
  if (kind === 'pdf') {
    if (file.size > MOST_PDF)
      throw new Error(`It is too large (${fileSize(file.size)}; PDFs may have ${fileSize(MOST_PDF)}).`)
    const { pages, text } = await readPdf(await file.arrayBuffer(), signal)
    const words = text.trim()
    return { ...(await stored(words)), type: 'document', mediaType: 'application/pdf', name, pages }
  }
  if (kind === 'sound') {
    const { mediaType, seconds } = await readSound(file, signal)
    return { type: 'document', mediaType, blob: await put(file), words: null, length: seconds, name }
  }
  const words = await textOfDocument(kind, file, signal)
  if (words === '') throw new Error('There is no text in it.')
  return { ...(await stored(words)), type: 'document', mediaType: typeOfWords(file.type), name }

  async function stored(text: string): Promise<{ blob: string; words: string | null; length: number }> {
    const blob = await put(file)
    return { blob, words: text === '' ? null : await put(new TextEncoder().encode(text)), length: text.length }
  }
}

/** What the system calls a film or a sound by its ending is words all the same. */
const typeOfWords = (type: string): string =>
  type === '' || (/^(?:audio|video|image|font|model)\//.test(type) && type !== 'image/svg+xml')
    ? 'text/plain'
    : type.slice(0, 100)
