import { testSummary } from '../code/test-summary.ts'
import type { ToolContext } from '../tool.ts'
import { getFromWeb } from '../web/get-from-web.ts'
import { readBody } from '../web/read-body.ts'
import type { ShellAnswer, ShellAsk } from './shell-port.ts'

/** Bytes of an answer from the web. */
const MOST_FROM_WEB = 20 * 1024 * 1024
/** Milliseconds that JavaScript within a shell command may take. */
const CODE_LIMIT = 60_000

/** What a command of the shell asks of the outside, carried out with what its tool may do. Rejects with words for the model. */
export function answerShell(
  context: Pick<ToolContext, 'files' | 'runCode' | 'web' | 'signal'>,
  known: { blobs: ReadonlyMap<string, string>; address: string | null },
): (ask: ShellAsk) => Promise<ShellAnswer> {
  const { files, runCode, web, signal } = context
  return async (ask) => {
    switch (ask.name) {
      case 'read': {
        const blob = known.blobs.get(ask.path)
        if (blob === undefined) throw new Error(`There is no file "${ask.path}".`)
        // the thread gets a copy of its own
        return { name: 'read', bytes: await files.read(blob) }
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
      case 'get': {
        if (!web) throw new Error('There is no way to the web here.')
        // what a command computes was never shown to the person
        if (known.address === null || !isSame(ask.url, known.address))
          throw new Error('Only an address that is written out in the command itself can be opened.')
        const { response } = await getFromWeb(web, new URL(ask.url), signal)
        const { bytes, cut } = await readBody(response, MOST_FROM_WEB, () => {})
        if (cut) throw new Error(`The answer has more than ${MOST_FROM_WEB} bytes.`)
        const mediaType = response.headers.get('content-type') ?? ''
        return { name: 'get', status: response.status, mediaType, bytes: new Uint8Array(bytes) }
      }
    }
  }
}

const isSame = (a: string, b: string): boolean =>
  URL.canParse(a) && URL.canParse(b) && new URL(a).href === new URL(b).href
