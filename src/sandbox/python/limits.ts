/**
 * Bounds of what goes in and out of the Python sandbox, shared by both sides; without zod, which the thread does not
 * load.
 */

/** Bytes of Python's memory. */
export const PYTHON_MEMORY = 1024 * 1024 * 1024
/** Bytes of files that go in, and that come out. */
export const MAX_PYTHON_BYTES = 64 * 1024 * 1024
/** Pictures that one run may make, and bytes of each. */
export const MAX_PICTURES = 12
export const MAX_PICTURE_BYTES = 8 * 1024 * 1024
/** Characters after which a table cell is cut. */
export const MAX_CELL = 500
export const MAX_ROWS = 200
export const MAX_COLUMNS = 60

export type PythonFile = { path: string; size: number; bytes: Uint8Array<ArrayBuffer> | null }
/** Bytes of a program's output, and characters of its errors. */
export const MAX_STDOUT = 4 * 1024 * 1024
export const MAX_STDERR = 100_000
/** `file`: its name in tracebacks. `cwd`, `path`: workspace folders. */
export type PythonProgram = { file: string; argv: string[]; cwd: string; path: string; stdin: Uint8Array<ArrayBuffer> }
/** A package's wheel, already checked against its hash. */
export type Wheel = { fileName: string; bytes: Uint8Array<ArrayBuffer> }

/**
 * Messages to the thread, each once and in this order: `prepare` loads Python and these packages, `run` runs the code.
 */
export type ToPython =
  | { type: 'prepare'; lock: string; packages: string[]; wheels: Wheel[] }
  | {
      type: 'run'
      code: string
      program?: PythonProgram | undefined
      files: PythonFile[]
      /** Full paths of folders that exist, even without files. */
      folders?: readonly string[] | undefined
    }
