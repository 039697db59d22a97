import { testSummary } from '../code/test-summary.ts'
import type { ToolContext } from '../tool.ts'
import { getFromWeb } from '../web/get-from-web.ts'
import { readBody } from '../web/read-body.ts'
import { gitAsker } from './ask-git.ts'
import type { ShellAnswer, ShellAsk } from './shell-port.ts'

/** Most bytes of a web response. */
const MOST_FROM_WEB = 20 * 1024 * 1024
/** Milliseconds for JavaScript within a shell command. */
const CODE_LIMIT = 60_000
/** More than the time limit of a command, which ends it first. */
const PYTHON_LIMIT = 300_000

type Context = Pick<ToolContext, 'files' | 'runCode' | 'runPython' | 'disk' | 'web' | 'signal'>
type Known = {
  blobs: ReadonlyMap<string, string>
  address: string | null
  /** Called with pictures that Python drew (PNG). */
  onPictures: (pictures: Uint8Array<ArrayBuffer>[]) => void
  /** Called before commits leave for this host. */
  onPush: (host: string) => void
}

/** Answers the requests of a shell command with what its tool may do. Rejects with words for the model. */
export function answerShell(context: Context, known: Known): (ask: ShellAsk) => Promise<ShellAnswer> {
  const { files, runCode, web, signal } = context
  let got: Promise<FromWeb> | null = null
  /** How often a command asks would tell the site what it has read. So it asks once, and reads that answer again. */
  const getOnce = (url: string): Promise<FromWeb> => {
    if (!web) throw new Error('There is no way to the web here.')
    got ??= get(web, new URL(url), signal)
    return got
  }
  const askGit = gitAsker(context, known)
  return async (ask) => {
    switch (ask.name) {
      case 'read': {
        const blob = known.blobs.get(ask.path)
        if (blob === undefined) throw new Error(`There is no file "${ask.path}".`)
        // a copy for the thread
        return { name: 'read', bytes: await files.read(blob) }
      }
      case 'disk': {
        if (!context.disk) throw new Error('No folder is linked.')
        return { name: 'disk', bytes: await context.disk.read(ask.path) }
      }
      case 'js': {
        if (!runCode) throw new Error('Code cannot be run here.')
        const job = { code: ask.code, path: ask.path, files: ask.files, timeLimit: CODE_LIMIT }
        const outcome = await runCode(job, { signal, onOutput: () => {} })
        if (!outcome.ok)
          return { name: 'js', ok: false, output: outcome.output, value: outcome.error, summary: '', changes: [] }
        const { output, value, tests, changes } = outcome
        const summary = tests === null ? '' : testSummary(tests)
        return { name: 'js', ok: (tests?.failed ?? 0) === 0, output, value, summary, changes }
      }
      case 'python':
        return answerPython(ask, context, known)
      case 'get': {
        // the person never saw an address that a command computes
        if (known.address === null || !isSame(ask.url, known.address))
          throw new Error('Only an address that is written out in the command itself can be opened.')
        const { status, mediaType, bytes } = await getOnce(ask.url)
        // a copy for the thread
        return { name: 'get', status, mediaType, bytes: bytes.slice() }
      }
      case 'git':
        return { name: 'git', ...(await askGit(ask)) }
    }
  }
}

type FromWeb = { status: number; mediaType: string; bytes: Uint8Array<ArrayBuffer> }

async function get(web: NonNullable<Context['web']>, url: URL, signal: AbortSignal): Promise<FromWeb> {
  const { response } = await getFromWeb(web, url, signal, 'relay')
  const { bytes, cut } = await readBody(response, MOST_FROM_WEB, () => {})
  if (cut) throw new Error(`The answer has more than ${MOST_FROM_WEB} bytes.`)
  const mediaType = response.headers.get('content-type') ?? ''
  return { status: response.status, mediaType, bytes: new Uint8Array(bytes) }
}

async function answerPython(
  { code, program, packages, files }: Extract<ShellAsk, { name: 'python' }>,
  { runPython, web, signal }: Context,
  { onPictures }: Known,
): Promise<ShellAnswer> {
  if (!runPython) throw new Error('Python cannot be run here.')
  const getWheel = async (fileName: string, stop: AbortSignal): Promise<Uint8Array<ArrayBuffer>> => {
    if (!web?.getWheel) throw new Error('There is no way to the web here.')
    try {
      return await web.getWheel(fileName, stop)
    } catch (error) {
      stop.throwIfAborted()
      const words = error instanceof Error ? error.message : String(error)
      throw new Error(
        `${words} The person is asked about packages by run_python: import ${packages.join(', ')} there first.`,
      )
    }
  }
  const job = { code, program, packages, files, timeLimit: PYTHON_LIMIT }
  const outcome = await runPython(job, { signal, getWheel, progress: () => {}, onOutput: () => {} })
  onPictures(outcome.pictures)
  if (!outcome.ok) throw new Error([outcome.output.trimEnd(), outcome.error].filter((text) => text !== '').join('\n'))
  const { changes, end, output } = outcome
  if (end === undefined) throw new Error('Python did not say how it ended.')
  // output that bypassed Python's own streams
  const direct = new TextEncoder().encode(output)
  const stdout = new Uint8Array(end.stdout.length + direct.length)
  stdout.set(end.stdout)
  stdout.set(direct, end.stdout.length)
  return { name: 'python', exitCode: end.exitCode, stdout, stderr: end.stderr, changes }
}

const isSame = (a: string, b: string): boolean =>
  URL.canParse(a) && URL.canParse(b) && new URL(a).href === new URL(b).href
