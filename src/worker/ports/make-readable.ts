import { startThread, type ThreadEnd } from '../../threads/thread.ts'
import { FromReadable } from '../../tools/web/readable-messages.ts'
import type { MakeReadable, ReadablePage } from '../../tools/web/web-port.ts'

/** Milliseconds that one page may take, loading the code included. */
const LIMIT = 20_000

const IN_VAIN = 'without its tags, since its readable part could not be found'

/**
 * Reads a page in a separate thread, which is killed when it is late. This thread parses nothing of a page. The reader
 * first sends the page's text without tags; if it then dies, that text is used. Rejects with a sentence if there is no
 * text either.
 */
export const makeReadable: MakeReadable = (html, url, signal) => readWithin(LIMIT, html, url, signal)

/** The same with another limit, ms. */
export const readWithin = (limit: number, ...[html, url, signal]: Parameters<MakeReadable>): Promise<ReadablePage> =>
  new Promise((resolve, reject) => {
    let plain: ReadablePage | null = null
    const simply = (why: string): void => {
      if (plain !== null) resolve({ ...plain, note: IN_VAIN })
      else reject(new Error(`This page could not be read: ${why}. With "source" true its HTML comes as it is.`))
    }
    const thread = startThread({
      start: () => new Worker(new URL('../../tools/web/readable-worker.ts', import.meta.url), { type: 'module' }),
      said: FromReadable,
      onSaid: (said) => {
        if (said.type === 'plain') {
          plain = said.page
          return
        }
        thread.end()
        if (said.type === 'readable') resolve(said.page)
        else simply('it could not be taken apart')
      },
      onEnd: (end) => {
        if (end.type === 'aborted') reject(signal.reason)
        else simply(wordsOf(end.type, limit))
      },
      limit,
      signal,
    })
    thread.say({ html, url })
  })

function wordsOf(end: Exclude<ThreadEnd['type'], 'aborted'>, limit: number): string {
  if (end === 'late') return `it took longer than ${limit / 1000} seconds`
  if (end === 'unreadable') return 'what came of it was unreadable'
  return 'the part of the app that reads pages broke over it, or could not be loaded'
}
