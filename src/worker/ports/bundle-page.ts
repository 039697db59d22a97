import { FromPageThread, type ToPageThread } from '../../sandbox/pages/page-messages.ts'
import { startThread, type ThreadEnd } from '../../threads/thread.ts'
import type { BundlePage } from '../../tools/code/page-port.ts'

/** Milliseconds until the thread is killed, with the time to load it. */
const LIMIT = 30_000

/** Puts a page together in a thread that is killed at its end, at an abort and when it is late. */
export const bundlePage: BundlePage = ({ page, html, files }, { signal, read }) =>
  new Promise((resolve, reject) => {
    const known = new Map(files.map((file) => [file.path, file]))
    const say = (message: ToPageThread): void => thread.say(message)
    const thread = startThread({
      start: () => new Worker(new URL('../../sandbox/pages/page-worker.ts', import.meta.url), { type: 'module' }),
      said: FromPageThread,
      onSaid: (message) => {
        if (message.type === 'read') {
          const { id, path } = message
          const file = known.get(path)
          const reading = file === undefined ? Promise.resolve(null) : read(file)
          reading.then(
            (bytes) => say({ type: 'bytes', id, bytes }),
            () => say({ type: 'bytes', id, bytes: null }),
          )
          return
        }
        thread.end()
        if (message.type === 'failed') reject(new Error(message.error))
        else resolve({ bundle: message.bundle, count: message.count, notes: message.notes })
      },
      onEnd: (end) => reject(end.type === 'aborted' ? signal.reason : new Error(wordsOf(end))),
      limit: LIMIT,
      signal,
    })
    const listed = files.map(({ path, size, mediaType }) => ({ path, size, mediaType }))
    say({ type: 'bundle', page, html, files: listed })
  })

function wordsOf(end: ThreadEnd): string {
  if (end.type === 'late') return `Putting the page and its files together took longer than ${LIMIT / 1000} s.`
  if (end.type === 'unreadable') return 'The page with its files is too large to be shown.'
  return `The code that puts pages together broke or could not be loaded${end.type === 'broken' && end.message ? `: ${end.message}` : ''}.`
}
