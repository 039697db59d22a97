import { MAX_CHANGES, MAX_VALUE } from '../limits.ts'
import { HARNESS } from './harness.ts'
import {
  MAX_CELL,
  MAX_COLUMNS,
  MAX_PICTURE_BYTES,
  MAX_PICTURES,
  MAX_PYTHON_BYTES,
  MAX_ROWS,
  type PythonFile,
} from './limits.ts'
import type { Python } from './load-python.ts'
import type { PythonEnding } from './messages.ts'
import { mountWorkspace, type PythonFs } from './workspace.ts'

type Shown = { ok: boolean; value: string; table: { columns: string[]; rows: string[][] } | null }
export type ReadyPython = (job: { code: string; files: readonly PythonFile[] }) => Promise<PythonEnding>

const LIMITS = {
  value: MAX_VALUE,
  pictures: MAX_PICTURES,
  picture_bytes: MAX_PICTURE_BYTES,
  cell: MAX_CELL,
  rows: MAX_ROWS,
  columns: MAX_COLUMNS,
}

/** Takes from Python its ways to JavaScript, and makes it ready for one piece of code. */
export function readyPython(python: Python): ReadyPython {
  const pictures: Uint8Array<ArrayBuffer>[] = []
  const picture = (data: { toJs: () => Uint8Array; destroy: () => void }): void => {
    pictures.push(new Uint8Array(data.toJs()))
    data.destroy()
  }
  const names = python.toPy({})
  python.runPython(HARNESS, { globals: names })
  const setup = names.get('_setup')
  const limits = python.toPy(LIMITS)
  const run = setup(picture, limits) as (code: string) => Promise<string>
  const fs = python.FS as PythonFs
  return async ({ code, files }) => {
    const changesOf = mountWorkspace(fs, files, { bytes: MAX_PYTHON_BYTES, changes: MAX_CHANGES })
    const shown = JSON.parse(await run(code)) as Shown
    if (!shown.ok) return { type: 'done', ...shown, pictures, changes: [] }
    try {
      return { type: 'done', ...shown, pictures, changes: changesOf() }
    } catch (error) {
      return { type: 'failed', error: error instanceof Error ? error.message : String(error) }
    }
  }
}
