import { startThread, type ThreadEnd } from '../../threads/thread.ts'
import { FromShell, type ToShell } from '../../tools/shell/shell-messages.ts'
import type { RunShell } from '../../tools/shell/shell-port.ts'

/** Milliseconds in which the shell must have loaded, and that it may be late with its end before it is killed. */
const LOAD_LIMIT = 60_000
const GRACE = 1000

/**
 * Runs a command in the shell's thread, which is killed at its end, at an abort and when it is late. Rejects only with
 * the signal's reason; everything else that goes wrong is an outcome with an error.
 */
export const runShell: RunShell = (job, { answer, signal }) =>
  new Promise((resolve, reject) => {
    let started = false
    const say = (message: ToShell): void => thread.say(message)
    const thread = startThread({
      start: () => new Worker(new URL('../../tools/shell/thread/shell-worker.ts', import.meta.url), { type: 'module' }),
      said: FromShell,
      onSaid: (message) => {
        switch (message.type) {
          case 'started':
            started = true
            return thread.giveTime(job.timeLimit + GRACE)
          case 'ask':
            answer(message.ask).then(
              (given) => say({ type: 'answer', id: message.id, answer: given }),
              (error: unknown) => {
                const words = error instanceof Error ? error.message : String(error)
                say({ type: 'refused', id: message.id, error: words })
              },
            )
            return
          case 'done': {
            thread.end()
            const { exitCode, output, cwd, changes } = message
            return resolve({ ok: true, exitCode, output, cwd, changes })
          }
          case 'failed':
            thread.end()
            return resolve({ ok: false, error: message.error })
        }
      },
      onEnd: (end) => {
        if (end.type === 'aborted') reject(signal.reason)
        else resolve({ ok: false, error: wordsOf(end, started, job.timeLimit) })
      },
      limit: LOAD_LIMIT,
      signal,
    })
    say({ type: 'run', job })
  })

function wordsOf(end: ThreadEnd, started: boolean, timeLimit: number): string {
  if (end.type === 'broken')
    return `The shell broke or could not be loaded: ${end.message || 'its script did not load'}.`
  if (end.type === 'unreadable') return 'The command made more than can be handed over: it was stopped.'
  return started ? `The command took longer than ${timeLimit} ms and was stopped.` : 'The shell did not load.'
}
