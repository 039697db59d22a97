/** Python as a program of the shell. */

/**
 * Code as a program, not as a cell of a notebook: no value is shown, and what it changed counts whatever its exit code. `file`: its name in
 * tracebacks. `cwd`, `path`: folders of the workspace, '' for its top: the current one, and the one whose modules it imports first.
 */
export type PythonProgram = { file: string; argv: string[]; cwd: string; path: string; stdin: Uint8Array<ArrayBuffer> }
export type PythonEnd = { exitCode: number; stdout: Uint8Array<ArrayBuffer>; stderr: string }
