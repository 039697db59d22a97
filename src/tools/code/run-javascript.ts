import * as z from 'zod/mini'
import { DEFAULT_TIME_LIMIT, defineTool } from '../define-tool.ts'
import { diskFilesFor } from '../disk/disk-for-code.ts'
import { stageChanges, watchDisk } from '../disk/stage-changes.ts'
import type { FileChange, TestReport } from '../tool.ts'
import { ABOUT_CODE } from './about-code.ts'
import { changesOfCode, filesForCode, HANDED_IN } from './code-files.ts'
import { testSummary } from './test-summary.ts'

const LIMIT = 10_000
const LONGEST = 120_000
/** Characters of code. */
const MAX_CODE = 1_000_000
/** Characters of output that an error keeps, and that the card shows during the run. */
const TAIL = 4000

const tail = (text: string, length: number): string => (text.length > length ? `…${text.slice(-length)}` : text)

const changed = (files: readonly FileChange[]): string =>
  files
    .map(({ path, from, to }) => `${to === null ? 'deleted' : from === null ? 'created' : 'changed'} ${path}`)
    .join('\n')

function report(output: string, value: string, tests: TestReport | null, files: readonly FileChange[]): string {
  const parts = [
    output === '' ? '' : `Console:\n${output.trimEnd()}`,
    value === '' ? '' : `Result:\n${value}`,
    tests === null ? '' : testSummary(tests),
    files.length === 0 ? '' : `Files:\n${changed(files)}`,
  ].filter((part) => part !== '')
  return parts.length === 0 ? 'The code ran to its end. It printed nothing and has no value.' : parts.join('\n\n')
}

export const runJavascript = defineTool({
  name: 'run_javascript',
  label: 'Run code',
  description:
    'Runs JavaScript or TypeScript (JSX, top-level await); gives console output and the last expression. ' +
    'Files: readFile(path), readBytes(path), writeFile(path, text or bytes), deleteFile(path), listFiles() -> [{path, size}]. ' +
    'Imports: files ("./store.js", .ts, .tsx, .json), papaparse, dayjs, simple-statistics, fflate, preact, preact-render-to-string, echarts (ssr: true); no Node modules. ' +
    'Tests (describe, test, expect, vi.fn) run at the end: import "./store.test.js". ' +
    'It has URL, Intl, crypto and timers, but no DOM: use show_artifact.',
  about: ABOUT_CODE,
  parameters: z.strictObject({
    code: z.string().check(z.minLength(1), z.maxLength(MAX_CODE), z.describe('Source text.')),
    timeout_ms: z
      .optional(z.int().check(z.minimum(100), z.maximum(LONGEST)))
      .check(z.describe('Milliseconds until it is stopped.')),
  }),
  // There is no effect until the file changes are committed with the result.
  repeat: 'pure',
  approval: 'allow',
  sequential: true,
  timeLimit: DEFAULT_TIME_LIMIT,
  run: async ({ code, timeout_ms: timeLimit = LIMIT }, { files, signal, progress, runCode, disk }) => {
    if (!runCode) throw new Error('Code cannot be run here.')
    signal.throwIfAborted()
    const { given, seen } = await filesForCode(files, code, signal)
    const folder = disk && watchDisk(disk)
    const { onDisk } = await diskFilesFor(folder, code, { signal, progress, most: HANDED_IN })
    const job = { code, timeLimit, files: [...given, ...onDisk] }
    const outcome = await runCode(job, { signal, onOutput: (text) => progress(tail(text, TAIL)) })
    if (!outcome.ok) {
      const before = outcome.output === '' ? '' : `\n\nConsole until then:\n${tail(outcome.output.trimEnd(), TAIL)}`
      return { content: [{ type: 'text', text: `${outcome.error}\nNo file was changed.${before}` }], isError: true }
    }
    signal.throwIfAborted()
    const staged = await stageChanges(outcome.changes, folder)
    const changes = await changesOfCode(files, seen, staged.changes)
    const { output, value, tests } = outcome
    const text = [report(output, value, tests, changes), staged.note].join('\n').trimEnd()
    return {
      content: [{ type: 'text', text }],
      details: { shape: 'run', output, value, tests },
      ...(changes.length > 0 ? { files: changes } : {}),
    }
  },
})
