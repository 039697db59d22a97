import type * as z from 'zod/mini'
import type { DiskReader } from './disk/disk-port.ts'
import type { MakeDocument } from './documents/document-port.ts'
import type { JsonSchema } from './json-schema.ts'
import type { PythonEnd, PythonProgram } from './python/program.ts'
import type { RunShell } from './shell/shell-port.ts'
import type { Web } from './web/web-port.ts'

/** What a tool is. One tool is one file plus one line in `all-tools.ts`. */

/** What a second run would do: nothing new, nothing new under the same idempotency key, or harm. */
export type Repeat = 'pure' | 'idempotent' | 'once'
type Approval = 'allow' | 'ask' | 'never'
export type ToolText = { type: 'text'; text: string }
/** `blob` is the SHA-256 (hex) of bytes that were put into the blob store. */
export type ToolImage = {
  type: 'image'
  mediaType: string
  blob: string
  name?: string | undefined
  /** Pixels. */
  width?: number | undefined
  height?: number | undefined
}
/**
 * A PDF, which some models read by themselves; for others `words`, a blob of its text. `length`: characters of that. Or a recording, which some
 * hear: without words, of `length` seconds.
 */
export type ToolDocument = {
  type: 'document'
  name: string
  mediaType: string
  blob: string
  words: string | null
  length: number
  pages?: number | undefined
}
export type ToolBlock = ToolText | ToolImage | ToolDocument

/** What came of tests in code. `failures`: names of some that failed. */
export type TestReport = { passed: number; failed: number; skipped: number; assertions: number; failures: string[] }

/** Display shapes: what a person sees of a result. A new tool needs no new UI. */
export type Display =
  | { shape: 'text'; text: string }
  | { shape: 'code'; language: string; text: string }
  /** Code that was run: what it printed, its value, its tests. */
  | { shape: 'run'; output: string; value: string; tests: TestReport | null }
  | { shape: 'table'; columns: string[]; rows: string[][] }
  | { shape: 'image'; mediaType: string; blob: string }
  | { shape: 'file'; path: string }
  | { shape: 'diff'; path: string; before: string; after: string }
  | { shape: 'web-page'; url: string; title: string; text: string }
  /** A page that the agent wrote, as it was then: `blob` keeps it though the file goes on changing. */
  | { shape: 'artifact'; path: string; blob: string; title: string }

/** A compare-and-set on one workspace file: applies only while the file is still `from` (a blob id, null: absent). */
export type FileChange = {
  path: string
  from: string | null
  to: string | null
  size: number
  mediaType: string
}
export type FileInfo = {
  path: string
  blob: string
  size: number
  mediaType: string
}

/** The workspace as a tool sees it: committed files only. Paths are already checked with `parsePath`. */
export type Files = {
  list: () => Promise<FileInfo[]>
  info: (path: string) => Promise<FileInfo | null>
  /** Rejects when the blob is missing (damaged storage). */
  read: (blob: string) => Promise<Uint8Array<ArrayBuffer>>
  /** Stores bytes (pending until a commit names them) and returns their blob id. */
  put: (bytes: Uint8Array<ArrayBuffer>) => Promise<string>
}

/** `bytes` null: too large to be handed in; it can be listed and not read. */
export type CodeFile = { path: string; size: number; bytes: Uint8Array<ArrayBuffer> | null }
/** `bytes` null: deleted. */
export type CodeChange = { path: string; bytes: Uint8Array<ArrayBuffer> | null }
export type CodeOutcome =
  | { ok: true; value: string; tests: TestReport | null; changes: CodeChange[]; output: string }
  | { ok: false; error: string; output: string }
/**
 * Runs code without network, origin and side effects. `onOutput` hears the whole console output so far. Rejects with the
 * signal's reason when it is aborted, with nothing left running. `path`: where the code lies in the workspace, for what it imports.
 */
export type RunCode = (
  job: { code: string; path?: string | undefined; files: CodeFile[] /** ms */; timeLimit: number },
  watch: { signal: AbortSignal; onOutput: (output: string) => void },
) => Promise<CodeOutcome>

export type PythonOutcome =
  | {
      ok: true
      value: string
      /** The value, where it is one. */
      table: { columns: string[]; rows: string[][] } | null
      /** PNG. */
      pictures: Uint8Array<ArrayBuffer>[]
      changes: CodeChange[]
      output: string
      /** Of a program. */
      end?: PythonEnd | undefined
    }
  | { ok: false; error: string; output: string; pictures: Uint8Array<ArrayBuffer>[] }
/**
 * Runs Python as `RunCode` runs JavaScript. `packages` are fetched by `getWheel`, or taken as they were kept; each has the hash that the
 * app's own list names.
 */
export type RunPython = (
  job: {
    code: string
    program?: PythonProgram | undefined
    packages: string[]
    files: CodeFile[]
    /** ms */
    timeLimit: number
  },
  watch: {
    signal: AbortSignal
    onOutput: (output: string) => void
    /** Hears what is done before the code runs. */
    progress: (words: string) => void
    getWheel: (fileName: string, signal: AbortSignal) => Promise<Uint8Array<ArrayBuffer>>
    /** Another list than the app's own, in tests. */
    listOfPackages?: (() => Promise<string>) | undefined
  },
) => Promise<PythonOutcome>

/** Notes about the person; each is one line. */
type Memory = {
  add: (note: string) => Promise<'added' | 'known' | 'full'>
  /** How many were taken away. */
  remove: (note: string) => Promise<number>
}

/** A question for the person; the call waits, durably, until it is answered. */
export type Question = { text: string; choices: string[] }

export type ToolOutcome =
  | {
      content: ToolBlock[]
      details?: Display | undefined
      files?: FileChange[] | undefined
      terminate?: boolean | undefined
      isError?: boolean | undefined
    }
  | { waitUntil: number; closeWith: ToolBlock[] }
  | { ask: Question }

export type ToolContext = {
  /** Aborted on Stop, on the time limit, and when the tab gives up the session. */
  signal: AbortSignal
  /** Shown live in the tool's card; never journaled. */
  progress: (text: string) => void
  files: Files
  /** Names this one call, the same at every attempt: no other call has it, in no branch and no other session. */
  idempotencyKey: string
  /** Bytes of text that one page of a long text may have: more for a model with a large window. Absent: the least. */
  pageBytes?: number | undefined
  /** Shows a notification on every page that is open; `tag`: one with the same tag replaces it. Absent where there is no page. */
  notify?: ((notification: { title: string; text: string; tag: string }) => void) | undefined
  /** What is remembered beyond this session. Absent where nothing is. */
  memory?: Memory | undefined
  /**
   * Makes of a file what a model can be shown: a picture in the size that models take, a PDF with its words. null: it is neither. Rejects with
   * a sentence when it cannot be read.
   */
  show?: ((file: FileInfo, signal: AbortSignal) => Promise<ToolImage | ToolDocument | null>) | undefined
  /** Absent where there is no sandbox. */
  runCode?: RunCode | undefined
  runPython?: RunPython | undefined
  /** Absent where there is no shell. */
  runShell?: RunShell | undefined
  /** The folder on disk that the session is linked to; absent where it is linked to none. */
  disk?: DiskReader | undefined
  /** Absent where documents cannot be made. */
  makeDocument?: MakeDocument | undefined
  /** The first text of the newest settled result of this tool in the session; null: there is none that is still known. */
  lastResult?: ((tool: string) => string | null) | undefined
  /** Absent where there is no network. */
  web?: Web | undefined
}

export type Tool<Parameters extends z.ZodMiniType = z.ZodMiniType> = {
  name: string
  label: string
  /** Words for the model. */
  description: string
  parameters: Parameters
  /** Of a remote tool, whose arguments are described so and not by `parameters`. */
  jsonSchema?: JsonSchema | undefined
  /** What they are checked by after `prepareArguments`, where that is another one. */
  checkedSchema?: JsonSchema | undefined
  repeat: Repeat
  approval: Approval
  /** Tools that write are sequential: each sees what the one before it did. */
  sequential: boolean
  /** Milliseconds. */
  timeLimit: number
  /**
   * Seed 004: mends what models are known to get wrong (another name for a field, a number as text), before the schema
   * is applied. Gets the parsed object, may return another one; may throw. Applied once, before approval.
   */
  prepareArguments?: ((args: Record<string, unknown>) => unknown) | undefined
  /**
   * What these arguments need the person's word for, once, whatever the tool's policy says (`origin:https://example.org`); null: nothing.
   * May throw: the call then enters closed.
   */
  grantFor?: ((args: z.output<Parameters>) => string | null) | undefined
  /**
   * What a call without a question lets out of this computer: an address that is opened, or words that are sent. Once private material
   * has been read in the session, an address that nobody gave is asked about each time, and words until the person allows them.
   */
  sends?: ((args: z.output<Parameters>) => { address: string } | { words: string }) | undefined
  /** What its results hold: what the web says, or nothing but its own words. Absent: private material. */
  gives?: 'web' | 'own' | undefined
  /**
   * Contract: may throw; an exception becomes a result that the model can read. One that acts `once` and cannot know whether it has
   * throws OutcomeUnknown: the person decides then.
   */
  run: (args: z.output<Parameters>, context: ToolContext) => Promise<ToolOutcome>
}
