import * as z from 'zod/mini'
import { startThread, type ThreadEnd } from '../../threads/thread.ts'
import type { MakeDocument } from '../../tools/documents/document-port.ts'

const MAX_BYTES = 200 * 1024 * 1024
const Outcome = z.union([
  z.object({
    ok: z.literal(true),
    bytes: z.custom<Uint8Array<ArrayBuffer>>((value) => value instanceof Uint8Array && value.length <= MAX_BYTES),
    counts: z.string().check(z.maxLength(10_000)),
    notes: z.array(z.string().check(z.maxLength(2000))).check(z.maxLength(1000)),
  }),
  z.object({ ok: z.literal(false), error: z.string().check(z.maxLength(2000)) }),
])

/** Makes a document in a thread that is killed at its end, at an abort and when it is late. */
export const makeDocument: MakeDocument = (job, { signal, timeLimit }) =>
  new Promise((resolve, reject) => {
    const thread = startThread({
      start: () => new Worker(new URL('../../documents/write/write-worker.ts', import.meta.url), { type: 'module' }),
      said: Outcome,
      onSaid: (outcome) => {
        thread.end()
        resolve(outcome)
      },
      onEnd: (end) => {
        if (end.type === 'aborted') reject(signal.reason)
        else resolve({ ok: false, error: wordsOf(end, timeLimit) })
      },
      limit: timeLimit,
      signal,
    })
    thread.say(job)
  })

function wordsOf(end: ThreadEnd, timeLimit: number): string {
  if (end.type === 'late') return `The document took longer than ${timeLimit / 1000} s and was stopped.`
  if (end.type === 'unreadable') return 'The document is too large to be handed over.'
  return `The code that makes documents broke or could not be loaded${end.type === 'broken' && end.message ? `: ${end.message}` : ''}.`
}
