import type { PythonEnd, PythonProgram } from '../python/program.ts'

/** Runs shell commands, as the tool sees it. */

export type ShellFile = { path: string; size: number }
/** `path`: in the workspace, or `/disk/…`. `bytes` null: deleted. */
export type ShellChange = { path: string; bytes: Uint8Array<ArrayBuffer> | null }

/** `path`: a file for code; `bytes` null: too large to be passed in. */
export type ShellCodeFile = { path: string; size: number; bytes: Uint8Array<ArrayBuffer> | null }
/**
 * What a shell command may request from outside, by name. `path`: location of the code in the workspace, for its
 * imports.
 */
export type ShellAsk =
  | { name: 'read'; path: string }
  /** In the linked folder. */
  | { name: 'disk'; path: string }
  | { name: 'js'; code: string; path: string; files: ShellCodeFile[] }
  | { name: 'python'; code: string; program: PythonProgram; packages: string[]; files: ShellCodeFile[] }
  | { name: 'get'; url: string }
  /** A request of git's protocol. `body` null: it asks for the references of a repository. */
  | { name: 'git'; url: string; body: Uint8Array<ArrayBuffer> | null }
export type ShellAnswer =
  | { name: 'read'; bytes: Uint8Array<ArrayBuffer> }
  | { name: 'disk'; bytes: Uint8Array<ArrayBuffer> }
  /** `value`: the error if not `ok`. `summary`: of tests; '' if there are none. */
  | { name: 'js'; ok: boolean; output: string; value: string; summary: string; changes: ShellChange[] }
  | ({ name: 'python'; changes: ShellChange[] } & PythonEnd)
  | { name: 'get'; status: number; mediaType: string; bytes: Uint8Array<ArrayBuffer> }
  | { name: 'git'; status: number; mediaType: string; bytes: Uint8Array<ArrayBuffer> }

/**
 * `cwd`: absolute, as in the shell. `disk`: files of the linked folder; null: not available. `timeLimit`: ms.
 * `calledAt`: wall time, ms, the same when the command runs again after a crash.
 */
export type ShellJob = {
  command: string
  cwd: string
  files: ShellFile[]
  disk: string[] | null
  timeLimit: number
  calledAt: number
}
/** `ok` false: it was stopped or broke, and nothing of it counts. `output`: what it had printed. */
type ShellOutcome =
  | { ok: true; exitCode: number; output: string; cwd: string; changes: ShellChange[] }
  | { ok: false; error: string }

/**
 * Runs one command in a thread that can be killed. `answer` handles the thread's requests; a rejection becomes an error
 * of the requesting command. Rejects with the signal's reason if aborted, with nothing left running.
 */
export type RunShell = (
  job: ShellJob,
  outside: { answer: (ask: ShellAsk) => Promise<ShellAnswer>; signal: AbortSignal },
) => Promise<ShellOutcome>

/** Path of the workspace in the shell. */
export const SHELL_ROOT = '/workspace'
/** Path of the linked folder. */
export const SHELL_DISK = '/disk'
