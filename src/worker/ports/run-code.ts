import { FromSandbox, type SandboxEnding } from '../../sandbox/messages.ts'
import { startThread, type ThreadEnd } from '../../threads/thread.ts'
import type { CodeOutcome, RunCode } from '../../tools/tool.ts'

/** Milliseconds in which the sandbox must have loaded, and that it may be late with its own end before it is killed. */
const LOAD_LIMIT = 30_000
const GRACE = 2000
/** Characters of output that are kept for the result. */
const KEPT = 200_000

/**
 * Runs code in the sandbox: a separate worker with QuickJS, killed at its end, on abort and when it is late. Rejects
 * only with the signal's reason; any other failure is an outcome with an error.
 */
export const runCode: RunCode = (job, { signal, onOutput }) =>
  new Promise((resolve, reject) => {
    let output = ''
    let started = false
    const thread = startThread({
      start: () => new Worker(new URL('../../sandbox/quickjs-worker.ts', import.meta.url), { type: 'module' }),
      said: FromSandbox,
      onSaid: (message) => {
        if (message.type === 'started') {
          started = true
          thread.giveTime(job.timeLimit + GRACE)
        } else if (message.type === 'output') {
          output = (output + message.text).slice(0, KEPT)
          onOutput(output)
        } else {
          thread.end()
          resolve(outcomeOf(message, output))
        }
      },
      onEnd: (end) => {
        if (end.type === 'aborted') reject(signal.reason)
        else resolve({ ok: false, error: wordsOf(end, started), output })
      },
      limit: LOAD_LIMIT,
      signal,
    })
    thread.say(job)
  })

function wordsOf(end: ThreadEnd, started: boolean): string {
  if (end.type === 'broken') return `The sandbox could not be started: ${end.message || 'its script did not load'}.`
  if (end.type === 'unreadable') return 'The sandbox said something that it cannot say.'
  return started ? 'The code took too long and was stopped.' : 'The sandbox did not load.'
}

const outcomeOf = (ending: SandboxEnding, output: string): CodeOutcome =>
  ending.type === 'done'
    ? { ok: true, value: ending.value, tests: ending.tests, changes: ending.changes, output }
    : { ok: false, error: ending.error, output }
