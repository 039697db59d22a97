import { startThread } from '../threads/thread.ts'
import { type DocumentKind, FromDocuments, type ToDocuments } from './messages.ts'

/** Milliseconds for one file, including the loading of the code. */
const LIMIT = 30_000
/** Pixels of the longest side: a full HD screenshot stays as it is, and providers shrink anything larger. */
const LONGEST_SIDE = 1920

export type Picture = Omit<Extract<FromDocuments, { type: 'picture' }>, 'type'>

/** Fits a picture for a model, in a separate thread that can be killed. Rejects with a sentence for the person. */
export async function preparePicture(file: Blob, signal?: AbortSignal): Promise<Picture> {
  const said = await ask({ type: 'picture', file, longest: LONGEST_SIDE }, signal)
  if (said.type !== 'picture') throw new Error(UNREADABLE)
  const { bytes, mediaType, width, height } = said
  return { bytes, mediaType, width, height }
}

/** The text of a document. Rejects with a sentence for the person. */
export async function textOfDocument(kind: DocumentKind, file: Blob, signal?: AbortSignal): Promise<string> {
  const said = await ask({ type: 'read', kind, file }, signal)
  if (said.type !== 'text') throw new Error(UNREADABLE)
  return said.text
}

/** The text for a conversation: of a long document only an overview (`digest`). Rejects with a sentence. */
export async function digestOfDocument(
  kind: DocumentKind,
  file: File,
  signal: AbortSignal,
): Promise<{ text: string; digest: boolean }> {
  const said = await ask({ type: 'digest', kind, name: file.name, file }, signal)
  if (said.type !== 'text') throw new Error(UNREADABLE)
  return { text: said.text, digest: said.digest === true }
}

/** Describes a file that is not text, in words for a model. Rejects with a sentence. */
export async function descriptionOf(file: File, signal: AbortSignal): Promise<string> {
  const said = await ask({ type: 'describe', name: file.name, file }, signal)
  if (said.type !== 'text') throw new Error(UNREADABLE)
  return said.text
}

const UNREADABLE = 'Couldn’t read the result for this file.'
const BROKEN = 'The reader for this file couldn’t be loaded or crashed on it.'

const ask = (message: ToDocuments, signal: AbortSignal | undefined): Promise<FromDocuments> =>
  new Promise((resolve, reject) => {
    const thread = startThread({
      start: () => new Worker(new URL('./documents-worker.ts', import.meta.url), { type: 'module' }),
      said: FromDocuments,
      onSaid: (said) => {
        thread.end()
        if (said.type === 'failed') reject(new Error(said.words))
        else resolve(said)
      },
      onEnd: ({ type }) => {
        if (type === 'aborted') reject(signal?.reason)
        else if (type === 'late') reject(new Error(`Stopped after ${LIMIT / 1000} seconds.`))
        else reject(new Error(type === 'broken' ? BROKEN : UNREADABLE))
      },
      limit: LIMIT,
      ...(signal && { signal }),
    })
    thread.say(message)
  })
