import type { ToPython, Wheel } from '../../sandbox/python/limits.ts'
import { readLockFile } from '../../sandbox/python/lock-file.ts'
import { FromPython, type PythonEnding } from '../../sandbox/python/messages.ts'
import { paced } from '../../settings/pace.ts'
import { startThread, type Thread, type ThreadEnd } from '../../threads/thread.ts'
import type { PythonOutcome, RunPython } from '../../tools/tool.ts'
import { forgetOldWheels, openWheelCache, packagesOf, wheelsOf } from './python-wheels.ts'

/**
 * Milliseconds in which Python must have loaded, that it may be late with its own end, and that a loaded one waits for
 * its next run.
 */
const LOAD_LIMIT = 120_000
const GRACE = 3000
const WARM = 4 * 60_000
/** Characters of output that are kept for the result. */
const KEPT = 200_000

/** A loaded Python that has run nothing yet. */
type Prepared = {
  packages: string
  /** Rejects with words when it cannot be loaded. */
  ready: Promise<void>
  hear: (listener: Listener) => void
  thread: Thread
}
type Listener = {
  onOutput: (text: string) => void
  onEnding: (ending: PythonEnding) => void
  onDead: (end: ThreadEnd) => void
}

/**
 * One loaded Python waits for the next run, with the packages of the last one: no run finds what another left, and none
 * waits for loading.
 */
let spare: { prepared: Prepared; timer: ReturnType<typeof setTimeout> } | null = null

/**
 * Runs Python in a separate thread, killed at its end, on abort and when it is late. Rejects only with the signal's
 * reason; any other failure is an outcome with an error.
 */
export const runPython: RunPython = async (job, { signal, onOutput, progress, getWheel, listOfPackages }) => {
  signal.throwIfAborted()
  let prepared: Prepared
  let lock: string
  let wheels: Wheel[]
  let names: string[]
  try {
    lock = await (listOfPackages ?? readLockFile)()
    const packages = packagesOf(lock, job.packages)
    names = packages.map(({ name }) => name)
    wheels = await fetched(packages, lock, { signal, progress, getWheel })
    signal.throwIfAborted()
    progress('Loading Python')
    prepared = takeSpare(names) ?? prepare(lock, names, wheels)
  } catch (error) {
    signal.throwIfAborted()
    return failed(error)
  }
  const { thread } = prepared
  const outcome = await new Promise<PythonOutcome>((resolve, reject) => {
    let output = ''
    const abort = (): void => {
      thread.end()
      reject(signal.reason)
    }
    signal.addEventListener('abort', abort)
    const end = (outcome: PythonOutcome): void => {
      signal.removeEventListener('abort', abort)
      thread.end()
      resolve(outcome)
    }
    prepared.hear({
      onOutput: (text) => {
        output = (output + text).slice(0, KEPT)
        onOutput(output)
      },
      onEnding: (ending) => end(outcomeOf(ending, output)),
      onDead: (why) => end({ ok: false, error: wordsOf(why), output, pictures: [] }),
    })
    prepared.ready.then(
      () => {
        if (signal.aborted) return
        thread.giveTime(job.timeLimit + GRACE)
        const { code, program, files, folders } = job
        thread.say({ type: 'run', code, program, files, folders } satisfies ToPython)
      },
      (error: unknown) => end({ ...failed(error), output }),
    )
  })
  keepSpare(lock, names, wheels)
  return outcome
}

async function fetched(
  packages: ReturnType<typeof packagesOf>,
  lock: string,
  { signal, progress, getWheel }: Pick<Parameters<RunPython>[1], 'signal' | 'progress' | 'getWheel'>,
): Promise<Wheel[]> {
  if (packages.length === 0) return []
  const cache = await openWheelCache()
  const wheels = await wheelsOf(packages, getWheel, { cache, signal, progress })
  await forgetOldWheels(cache, lock)
  return wheels
}

function prepare(lock: string, packages: string[], wheels: Wheel[]): Prepared {
  let isReady = false
  let listener: Listener | null = null
  let settle: { ready: () => void; fail: (error: Error) => void } | null = null
  const ready = new Promise<void>((resolve, reject) => {
    settle = { ready: resolve, fail: reject }
  })
  // a spare thread that cannot be loaded is no failure of a call
  ready.catch(() => {})
  const thread = startThread({
    start: () => new Worker(new URL('../../sandbox/python/python-worker.ts', import.meta.url), { type: 'module' }),
    said: FromPython,
    onSaid: (said) => {
      if (said.type === 'ready') {
        // said a second time, it is the code that says it
        if (isReady) return
        isReady = true
        thread.giveTime(null)
        settle?.ready()
      } else if (said.type === 'output') listener?.onOutput(said.text)
      else if (listener === null) settle?.fail(new Error(said.type === 'failed' ? said.error : 'Python did not wait.'))
      else listener.onEnding(said)
    },
    onEnd: (end) => {
      settle?.fail(new Error(end.type === 'late' ? 'Python did not load.' : wordsOf(end)))
      listener?.onDead(end)
    },
    limit: LOAD_LIMIT,
  })
  thread.say({ type: 'prepare', lock, packages, wheels } satisfies ToPython)
  return {
    packages: packages.join(),
    ready,
    hear: (given) => {
      listener = given
    },
    thread,
  }
}

function takeSpare(packages: string[]): Prepared | null {
  const held = spare
  if (held === null) return null
  spare = null
  clearTimeout(held.timer)
  if (held.prepared.packages === packages.join()) return held.prepared
  held.prepared.thread.end()
  return null
}

function keepSpare(...given: Parameters<typeof prepare>): void {
  if (spare !== null) return
  const prepared = prepare(...given)
  const timer = setTimeout(endSpare, paced(WARM))
  spare = { prepared, timer }
  prepared.ready.catch(() => {
    if (spare?.prepared === prepared) endSpare()
  })
}

/** Lets go of the Python that waits, if one does. */
export function endSpare(): void {
  if (spare === null) return
  clearTimeout(spare.timer)
  spare.prepared.thread.end()
  spare = null
}

const failed = (error: unknown): Extract<PythonOutcome, { ok: false }> => ({
  ok: false,
  error: error instanceof Error ? error.message : String(error),
  output: '',
  pictures: [],
})

function wordsOf(end: ThreadEnd): string {
  if (end.type === 'broken') return `Python broke: ${end.message || 'its code did not load, or its memory ran out'}.`
  if (end.type === 'unreadable') return 'The Python sandbox said something that it cannot say.'
  return 'The code took too long and was stopped.'
}

function outcomeOf(ending: PythonEnding, output: string): PythonOutcome {
  if (ending.type === 'failed') return { ok: false, error: ending.error, output, pictures: [] }
  const { ok, value, table, pictures, changes, end } = ending
  return ok ? { ok, value, table, pictures, changes, output, end } : { ok, error: value, output, pictures }
}
