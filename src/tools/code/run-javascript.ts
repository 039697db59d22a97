import * as z from 'zod/mini'
import { DEFAULT_TIME_LIMIT, defineTool } from '../define-tool.ts'
import { clip } from '../text-bytes.ts'
import type { FileChange } from '../tool.ts'
import { changesOfCode, filesForCode } from './code-files.ts'

const LIMIT = 10_000
const LONGEST = 120_000
/** Characters of code. */
const MAX_CODE = 1_000_000
/** Characters of output that an error keeps, and that the card shows while it runs. */
const TAIL = 4000

const tail = (text: string, length: number): string => (text.length > length ? `…${text.slice(-length)}` : text)

const changed = (files: readonly FileChange[]): string =>
  files
    .map(({ path, from, to }) => `${to === null ? 'deleted' : from === null ? 'created' : 'changed'} ${path}`)
    .join('\n')

function report(output: string, value: string, files: readonly FileChange[]): string {
  const parts = [
    output === '' ? '' : `Console:\n${output.trimEnd()}`,
    value === '' ? '' : `Result:\n${value}`,
    files.length === 0 ? '' : `Files:\n${changed(files)}`,
  ].filter((part) => part !== '')
  return parts.length === 0 ? 'The code ran to its end. It printed nothing and has no value.' : parts.join('\n\n')
}

export const runJavascript = defineTool({
  name: 'run_javascript',
  label: 'Run code',
  description:
    'Runs JavaScript or TypeScript (ES2023, top-level await) in a sandbox without network and DOM, and returns console output and the value of the last expression. ' +
    'It works on the workspace: readFile(path) -> text, readBytes(path) -> Uint8Array, writeFile(path, text or bytes), deleteFile(path), ' +
    'listFiles() -> [{path, size}]. ' +
    'It imports modules of the workspace ("./store.js", .ts, .jsx, .json) and the libraries papaparse (CSV), dayjs, simple-statistics, fflate (zip), preact with preact-render-to-string. ' +
    'Tests written with describe, test and expect run at the end and give a summary: import "./store.test.js". URL, Intl, crypto.getRandomValues and structuredClone are there. ' +
    'File changes are saved only when the code runs to its end without an error. Nothing else is kept between two runs.',
  parameters: z.strictObject({
    code: z.string().check(z.minLength(1), z.maxLength(MAX_CODE), z.describe('The source text.')),
    timeout_ms: z
      .optional(z.int().check(z.minimum(100), z.maximum(LONGEST)))
      .check(z.describe(`Milliseconds after which it is stopped; ${LIMIT} when left out.`)),
  }),
  // Nothing has happened before its file changes are committed with the result.
  repeat: 'pure',
  approval: 'allow',
  sequential: true,
  timeLimit: DEFAULT_TIME_LIMIT,
  run: async ({ code, timeout_ms: timeLimit = LIMIT }, { files, signal, progress, runCode }) => {
    if (!runCode) throw new Error('Code cannot be run here.')
    signal.throwIfAborted()
    const { given, seen } = await filesForCode(files, code, signal)
    const job = { code, timeLimit, files: given }
    const outcome = await runCode(job, { signal, onOutput: (text) => progress(tail(text, TAIL)) })
    if (!outcome.ok) {
      const before = outcome.output === '' ? '' : `\n\nConsole until then:\n${tail(outcome.output.trimEnd(), TAIL)}`
      return { content: [{ type: 'text', text: `${outcome.error}\nNo file was changed.${before}` }], isError: true }
    }
    signal.throwIfAborted()
    const changes = await changesOfCode(files, seen, outcome.changes)
    const text = report(outcome.output, outcome.value, changes)
    return {
      content: [{ type: 'text', text }],
      details: { shape: 'text', text: clip(text, 8000) },
      ...(changes.length > 0 ? { files: changes } : {}),
    }
  },
})
