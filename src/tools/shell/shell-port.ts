import type { PythonEnd, PythonProgram } from '../python/program.ts'

/** What runs a shell command, as its tool sees it. */

export type ShellFile = { path: string; size: number }
/** `bytes` null: deleted. */
export type ShellChange = { path: string; bytes: Uint8Array<ArrayBuffer> | null }

/** `path`: a file that code may read; its bytes, or null if it is too large to be handed over. */
export type ShellCodeFile = { path: string; size: number; bytes: Uint8Array<ArrayBuffer> | null }
/** What a command of the shell may ask of the outside, by name. `path`: where code lies in the workspace, for what it imports. */
export type ShellAsk =
  | { name: 'read'; path: string }
  /** Of the linked folder. */
  | { name: 'disk'; path: string }
  | { name: 'js'; code: string; path: string; files: ShellCodeFile[] }
  | { name: 'python'; code: string; program: PythonProgram; packages: string[]; files: ShellCodeFile[] }
  | { name: 'get'; url: string }
export type ShellAnswer =
  | { name: 'read'; bytes: Uint8Array<ArrayBuffer> }
  | { name: 'disk'; bytes: Uint8Array<ArrayBuffer> }
  /** `value`: the error, where it is not `ok`. `summary`: of tests, '' without them. */
  | { name: 'js'; ok: boolean; output: string; value: string; summary: string; changes: ShellChange[] }
  | ({ name: 'python'; changes: ShellChange[] } & PythonEnd)
  | { name: 'get'; status: number; mediaType: string; bytes: Uint8Array<ArrayBuffer> }

/** `cwd`: absolute, as the shell names it. `disk`: files of the linked folder; null: it is not there. `timeLimit`: ms. */
export type ShellJob = {
  command: string
  cwd: string
  files: ShellFile[]
  disk: string[] | null
  timeLimit: number
}
/** `ok` false: it was stopped or broke, and nothing of it counts. `output`: what it had printed. */
type ShellOutcome =
  | { ok: true; exitCode: number; output: string; cwd: string; changes: ShellChange[] }
  | { ok: false; error: string }

/**
 * Runs one command in a thread that can be killed. `answer` carries out what the thread asks; a rejection becomes an
 * error of the command that asked. Rejects with the signal's reason if it is aborted, with nothing left running.
 */
export type RunShell = (
  job: ShellJob,
  outside: { answer: (ask: ShellAsk) => Promise<ShellAnswer>; signal: AbortSignal },
) => Promise<ShellOutcome>

/** Where the workspace is in the shell. */
export const SHELL_ROOT = '/workspace'
/** Where the linked folder on disk is, to be read. */
export const SHELL_DISK = '/disk'
