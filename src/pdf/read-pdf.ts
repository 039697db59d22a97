import { startThread } from '../threads/thread.ts'
import { FromPdf, type ToPdf } from './messages.ts'

/** Milliseconds to open a PDF and read all its pages. */
const LIMIT = 60_000
const MOST_TEXT = 200_000

const WORDS = {
  password: 'It is password-protected.',
  damaged: 'It is damaged or not a PDF.',
  page: 'It is damaged.',
  large: 'It needs more memory than one file is allowed here.',
}

/**
 * The number of pages of a PDF and their text, read in a separate thread that is killed when it is late. Rejects with a
 * sentence for the person.
 */
export const readPdf = (bytes: ArrayBuffer, signal?: AbortSignal): Promise<{ pages: number; text: string }> =>
  new Promise((resolve, reject) => {
    let pages = 0
    const say = (message: ToPdf, transfer: Transferable[] = []): void => thread.say(message, transfer)
    const thread = startThread({
      start: () => new Worker(new URL('./pdf-worker.ts', import.meta.url), { type: 'module' }),
      said: FromPdf,
      onSaid: (said) => {
        if (said.type === 'opened') {
          pages = said.pages
          return say({ type: 'read', most: MOST_TEXT })
        }
        thread.end()
        if (said.type === 'read') resolve({ pages, text: said.text })
        else reject(new Error(WORDS[said.type === 'failed' ? said.reason : 'damaged']))
      },
      onEnd: ({ type }) => {
        if (type === 'aborted') reject(signal?.reason)
        else if (type === 'late') reject(new Error(`Stopped after ${LIMIT / 1000} seconds.`))
        else reject(new Error('The PDF reader couldn’t be loaded or crashed on this file.'))
      },
      limit: LIMIT,
      ...(signal && { signal }),
    })
    say({ type: 'open', bytes }, [bytes])
  })
