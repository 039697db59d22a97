import { MAX_OUTPUT } from '../limits.ts'
import { makeOutput } from '../output.ts'
import type { ToPython } from './limits.ts'
import { leaveAlone } from './lone-globals.ts'
import type { FromPython } from './messages.ts'
import { type ReadyPython, readyPython } from './run-in-python.ts'

/** Python's thread: only wiring. It is prepared once and runs one piece of code; then its owner ends it. */
const { postMessage } = self
const post = (message: FromPython): void => postMessage.call(self, message)
const output = makeOutput(MAX_OUTPUT, (text) => post({ type: 'output', text }))
const words = (error: unknown): string => (error instanceof Error ? error.message : String(error)).slice(0, 10_000)

let ready: ReadyPython | null = null

self.onmessage = ({ data }: MessageEvent<ToPython>): void => {
  const done = data.type === 'prepare' ? prepare(data) : run(data)
  done.catch((error: unknown) => post({ type: 'failed', error: `Python broke: ${words(error)}` }))
}

async function prepare(job: Extract<ToPython, { type: 'prepare' }>): Promise<void> {
  const { loadPython } = await import('./load-python.ts')
  ready = readyPython(await loadPython(job, output.printPiece))
  const left = leaveAlone(self)
  if (left.length > 0) throw new Error(`the thread could not give up ${left.join(', ')}`)
  post({ type: 'ready' })
}

async function run(job: Extract<ToPython, { type: 'run' }>): Promise<void> {
  if (ready === null) throw new Error('it was not prepared')
  const ending = await ready(job)
  output.flush()
  post(ending)
}
