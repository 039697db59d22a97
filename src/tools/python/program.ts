/** Python as a program of the shell. */

/**
 * Code as a program, not a notebook cell: no value is shown, and its changes count whatever its exit code. `file`: its
 * name in tracebacks. `cwd`: current folder; `path`: folder whose modules it imports first. Both are workspace paths,
 * '' for the top.
 */
export type PythonProgram = { file: string; argv: string[]; cwd: string; path: string; stdin: Uint8Array<ArrayBuffer> }
export type PythonEnd = { exitCode: number; stdout: Uint8Array<ArrayBuffer>; stderr: string }
