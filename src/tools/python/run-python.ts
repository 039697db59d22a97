import * as z from 'zod/mini'
import { ABOUT_CODE } from '../code/about-code.ts'
import { changesOfCode, filesForCode } from '../code/code-files.ts'
import { DEFAULT_TIME_LIMIT, defineTool } from '../define-tool.ts'
import { diskFilesFor } from '../disk/disk-for-code.ts'
import { stageChanges, watchDisk } from '../disk/stage-changes.ts'
import type { Display, FileChange, PythonOutcome, ToolBlock } from '../tool.ts'
import { PACKAGE_GRANT, packagesIn } from './package-names.ts'
import { pictureBlocks } from './picture-blocks.ts'
import { reportOf, tail } from './report.ts'

const LIMIT = 30_000
const LONGEST = 240_000
/** Characters of code. */
const MAX_CODE = 1_000_000
/** Bytes of workspace files that are passed in. */
const HANDED_IN = 64 * 1024 * 1024
/** Characters of output that the card shows during the run. */
const TAIL = 4000

type Wanted = { code: string; packages?: string[] | undefined }

/** Packages that a call needs: those that it lists, and known packages that its code imports. */
const packagesFor = ({ code, packages = [] }: Wanted): string[] =>
  [...new Set([...packages, ...packagesIn(code)])].sort()

export const runPython = defineTool({
  name: 'run_python',
  label: 'Run Python',
  description:
    'Runs Python 3.14 in the workspace; gives output, error and the last expression. ' +
    'numpy, pandas, matplotlib, scipy, pillow and others load when imported (the user is asked once). ' +
    'Figures and PIL images are shown to the user and you; a DataFrame as last expression is a table. No subprocess, threads, pip.',
  about: ABOUT_CODE,
  parameters: z.strictObject({
    code: z.string().check(z.minLength(1), z.maxLength(MAX_CODE), z.describe('Source text.')),
    packages: z
      .optional(z.array(z.string().check(z.minLength(1), z.maxLength(100))).check(z.maxLength(30)))
      .check(z.describe('Those not imported by their usual name.')),
    timeout_ms: z
      .optional(z.int().check(z.minimum(100), z.maximum(LONGEST)))
      .check(z.describe('Milliseconds until it is stopped.')),
  }),
  // There is no effect until the file changes are committed with the result.
  repeat: 'pure',
  approval: 'allow',
  sequential: true,
  timeLimit: DEFAULT_TIME_LIMIT,
  grantFor: (args) => (packagesFor(args).length > 0 ? PACKAGE_GRANT : null),
  run: async ({ code, packages, timeout_ms: timeLimit = LIMIT }, context) => {
    const { files, signal, progress, runPython: run, web, disk } = context
    if (!run) throw new Error('Python cannot be run here.')
    signal.throwIfAborted()
    const { given, seen } = await filesForCode(files, code, signal, HANDED_IN)
    const folder = disk && watchDisk(disk)
    const { onDisk, folders } = await diskFilesFor(folder, code, { signal, progress, most: HANDED_IN })
    const wanted = packagesFor({ code, packages })
    const job = { code, packages: wanted, files: [...given, ...onDisk], folders, timeLimit }
    const getWheel = web?.getWheel ?? (() => Promise.reject(new Error('There is no way to the web here.')))
    const outcome = await run(job, { signal, getWheel, progress, onOutput: (text) => progress(tail(text, TAIL)) })
    signal.throwIfAborted()
    const pictures = await pictureBlocks(outcome.pictures, files)
    if (!outcome.ok) return failure(outcome, pictures)
    const staged = await stageChanges(outcome.changes, folder)
    const changes = await changesOfCode(files, seen, staged.changes)
    return success(outcome, pictures, changes, staged.note)
  },
})

function failure({ error, output }: Extract<PythonOutcome, { ok: false }>, pictures: ToolBlock[]) {
  const before = output === '' ? '' : `\n\nPrinted until then:\n${tail(output.trimEnd(), TAIL)}`
  const text = `${error}\nNo file was changed.${before}`
  return { content: [{ type: 'text' as const, text }, ...pictures], isError: true }
}

function success(
  { output, value, table }: Extract<PythonOutcome, { ok: true }>,
  pictures: ToolBlock[],
  files: FileChange[],
  note: string,
) {
  const text = [reportOf(output, value, files, pictures.length), note].join('\n').trimEnd()
  const details: { details?: Display } = table === null ? {} : { details: { shape: 'table', ...table } }
  return {
    content: [{ type: 'text' as const, text }, ...pictures],
    ...details,
    ...(files.length > 0 ? { files } : {}),
  }
}
