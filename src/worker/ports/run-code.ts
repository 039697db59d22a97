import { FromSandbox, type SandboxEnding } from '../../sandbox/messages.ts'
import type { CodeOutcome, RunCode } from '../../tools/tool.ts'

/** Milliseconds in which the sandbox must have loaded, and that it may be late with its own end before it is killed. */
const LOAD_LIMIT = 30_000
const GRACE = 2000
/** Characters of output that are kept for the result. */
const KEPT = 200_000

/**
 * Runs code in the sandbox: a worker of its own (QuickJS inside), killed at its end, at an abort and when it is late. Rejects only
 * with the signal's reason; everything else that goes wrong is an outcome with an error.
 */
export const runCode: RunCode = (job, { signal, onOutput }) =>
  new Promise((resolve, reject) => {
    if (signal.aborted) return reject(signal.reason)
    const worker = new Worker(new URL('../../sandbox/quickjs-worker.ts', import.meta.url), { type: 'module' })
    let output = ''
    const stop = (): void => {
      clearTimeout(timer)
      signal.removeEventListener('abort', abort)
      worker.terminate()
    }
    const end = (outcome: CodeOutcome): void => {
      stop()
      resolve(outcome)
    }
    const fail = (error: string): void => end({ ok: false, error, output })
    const abort = (): void => {
      stop()
      reject(signal.reason)
    }
    let timer = setTimeout(() => fail('The sandbox did not load.'), LOAD_LIMIT)
    signal.addEventListener('abort', abort)
    worker.onerror = (event) => {
      event.preventDefault()
      fail(`The sandbox could not be started: ${event.message || 'its script did not load'}.`)
    }
    worker.onmessageerror = () => fail('The sandbox said something unreadable.')
    worker.onmessage = ({ data }) => {
      const parsed = FromSandbox.safeParse(data)
      if (!parsed.success) return fail('The sandbox said something that it cannot say.')
      const message = parsed.data
      if (message.type === 'started') {
        clearTimeout(timer)
        timer = setTimeout(() => fail('The code took too long and was stopped.'), job.timeLimit + GRACE)
      } else if (message.type === 'output') {
        output = (output + message.text).slice(0, KEPT)
        onOutput(output)
      } else end(outcomeOf(message, output))
    }
    worker.postMessage(job)
  })

const outcomeOf = (ending: SandboxEnding, output: string): CodeOutcome =>
  ending.type === 'done'
    ? { ok: true, value: ending.value, changes: ending.changes, output }
    : { ok: false, error: ending.error, output }
