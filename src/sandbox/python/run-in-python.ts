import { MAX_CHANGES, MAX_VALUE } from '../limits.ts'
import { HARNESS } from './harness.ts'
import {
  MAX_CELL,
  MAX_COLUMNS,
  MAX_PICTURE_BYTES,
  MAX_PICTURES,
  MAX_PYTHON_BYTES,
  MAX_ROWS,
  MAX_STDERR,
  MAX_STDOUT,
  type PythonFile,
  type PythonProgram,
} from './limits.ts'
import type { Python } from './load-python.ts'
import type { PythonEnding } from './messages.ts'
import { mountWorkspace, type PythonFs } from './workspace.ts'

type Shown = {
  ok: boolean
  value: string
  table: { columns: string[]; rows: string[][] } | null
  /** Only for a program. */
  exitCode?: number
  stderr?: string
}
export type ReadyPython = (job: {
  code: string
  program?: PythonProgram | undefined
  files: readonly PythonFile[]
  folders?: readonly string[] | undefined
}) => Promise<PythonEnding>

const LIMITS = {
  value: MAX_VALUE,
  pictures: MAX_PICTURES,
  picture_bytes: MAX_PICTURE_BYTES,
  cell: MAX_CELL,
  rows: MAX_ROWS,
  columns: MAX_COLUMNS,
  stdout: MAX_STDOUT,
  stderr: MAX_STDERR,
}

/** Removes Python's access to JavaScript and prepares it for one piece of code. */
export function readyPython(python: Python): ReadyPython {
  const pictures: Uint8Array<ArrayBuffer>[] = []
  const picture = (data: { toJs: () => Uint8Array; destroy: () => void }): void => {
    pictures.push(new Uint8Array(data.toJs()))
    data.destroy()
  }
  let stdout = new Uint8Array()
  const printed = (data: { toJs: () => Uint8Array; destroy: () => void }): void => {
    stdout = new Uint8Array(data.toJs())
    data.destroy()
  }
  const names = python.toPy({})
  python.runPython(HARNESS, { globals: names })
  const setup = names.get('_setup')
  const limits = python.toPy(LIMITS)
  const run = setup(picture, printed, limits) as (code: string, program: string) => Promise<string>
  const fs = python.FS as PythonFs
  return async ({ code, program, files, folders = [] }) => {
    const changesOf = mountWorkspace(fs, files, folders, { bytes: MAX_PYTHON_BYTES, changes: MAX_CHANGES })
    const how = program ? JSON.stringify({ ...program, stdin: [...program.stdin] }) : ''
    const { exitCode, stderr = '', ...shown } = JSON.parse(await run(code, how)) as Shown
    const end = exitCode === undefined ? {} : { end: { exitCode, stdout, stderr } }
    if (!shown.ok) return { type: 'done', ...shown, pictures, changes: [] }
    try {
      return { type: 'done', ...shown, pictures, changes: changesOf(), ...end }
    } catch (error) {
      return { type: 'failed', error: error instanceof Error ? error.message : String(error) }
    }
  }
}
