/**
 * Bounds of what goes in and out of the sandbox, shared by both sides; without zod, which the sandbox does not load.
 */

/** Characters of console output and of a result that leave the sandbox. */
export const MAX_OUTPUT = 200_000
export const MAX_VALUE = 100_000
/** Bytes of files that go in, and that come out. */
export const MAX_FILE_BYTES = 20 * 1024 * 1024
/** Names of failed tests, and characters of a name. */
export const MAX_FAILURES = 100
export const MAX_TEST_NAME = 300
/** Files that one run may change. */
export const MAX_CHANGES = 1000

/** `bytes` null: too large to be passed in; the file can be listed but not read. */
export type SandboxFile = { path: string; size: number; bytes: Uint8Array<ArrayBuffer> | null }
/** `path`: location of the code in the workspace, for its imports. */
export type SandboxJob = { code: string; path?: string | undefined; files: SandboxFile[] /** ms */; timeLimit: number }
