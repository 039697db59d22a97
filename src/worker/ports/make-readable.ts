import { z } from 'zod'
import { plainText, titleOf } from '../../tools/web/plain-text.ts'
import type { MakeReadable } from '../../tools/web/web-port.ts'

/** Milliseconds that finding the readable part may take, loading included. */
const LIMIT = 20_000
/** Characters of HTML that are looked at for it; measured: 4.7 MB take half a minute. */
const MOST = 2_000_000

const Answer = z.union([
  z.object({ ok: z.literal(true), page: z.object({ title: z.string(), text: z.string() }) }),
  z.object({ ok: z.literal(false), error: z.string() }),
])

/** Finds the readable part in a thread of its own, which is killed when it is late; then the page without its tags has to do. */
export const makeReadable: MakeReadable = (html, url, signal) =>
  new Promise((resolve, reject) => {
    if (signal.aborted) return reject(signal.reason)
    const worker = new Worker(new URL('../../tools/web/readable-worker.ts', import.meta.url), { type: 'module' })
    const stop = (): void => {
      clearTimeout(timer)
      signal.removeEventListener('abort', abort)
      worker.terminate()
    }
    const abort = (): void => {
      stop()
      reject(signal.reason)
    }
    const simply = (): void => {
      stop()
      resolve({ title: titleOf(html), text: plainText(html) })
    }
    const timer = setTimeout(simply, LIMIT)
    signal.addEventListener('abort', abort)
    worker.onerror = (event) => {
      event.preventDefault()
      simply()
    }
    worker.onmessageerror = simply
    worker.onmessage = ({ data }) => {
      const answer = Answer.safeParse(data)
      if (!answer.success || !answer.data.ok) return simply()
      stop()
      resolve(answer.data.page)
    }
    worker.postMessage({ html: html.slice(0, MOST), url })
  })
