import type * as z from 'zod/mini'
import type { BundlePage, LookAtPage } from './code/page-port.ts'
import type { DiskReader } from './disk/disk-port.ts'
import type { MakeDocument } from './documents/document-port.ts'
import type { HelperJob, Helping } from './helpers/helper-port.ts'
import type { JsonSchema } from './json-schema.ts'
import type { PythonEnd, PythonProgram } from './python/program.ts'
import type { Sampling } from './servers/sampling-port.ts'
import type { RunShell } from './shell/shell-port.ts'
import type { Skills } from './skills/skill-port.ts'
import type { Web } from './web/web-port.ts'

/** What a tool is. One tool is one file plus one line in `all-tools.ts`. */

/** Effect of a second run: none, none under the same idempotency key, or harm. */
export type Repeat = 'pure' | 'idempotent' | 'once'
type Approval = 'allow' | 'ask' | 'never'
export type ToolText = { type: 'text'; text: string }
/** `blob`: SHA-256 (hex) of bytes in the blob store. */
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
 * A PDF, which some models read themselves; for others `words`, a blob of its text with `length` characters. Or a
 * recording, which some models hear: without words, `length` in seconds.
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

/** Results of the tests in code. `failures`: names of some that failed. */
export type TestReport = { passed: number; failed: number; skipped: number; assertions: number; failures: string[] }

/** Display shapes: what a person sees of a result. A new tool needs no new UI. */
export type Display =
  | { shape: 'text'; text: string }
  | { shape: 'code'; language: string; text: string }
  /** A run of code: its output, value and tests. */
  | { shape: 'run'; output: string; value: string; tests: TestReport | null }
  | { shape: 'table'; columns: string[]; rows: string[][] }
  | { shape: 'image'; mediaType: string; blob: string }
  | { shape: 'file'; path: string }
  | { shape: 'diff'; path: string; before: string; after: string }
  | { shape: 'web-page'; url: string; title: string; text: string }
  /**
   * A page that the agent wrote, as it was then: `blob` preserves it when the file changes later. `bundle`: the page
   * with its files, as JSON.
   */
  | { shape: 'artifact'; path: string; blob: string; title: string; bundle?: string | undefined }

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

/** The workspace as a tool sees it: committed files only. Paths have passed `parsePath`. */
export type Files = {
  list: () => Promise<FileInfo[]>
  info: (path: string) => Promise<FileInfo | null>
  /** Rejects if the blob is missing (damaged storage). */
  read: (blob: string) => Promise<Uint8Array<ArrayBuffer>>
  /** Stores bytes (pending until a commit names them) and returns their blob id. */
  put: (bytes: Uint8Array<ArrayBuffer>) => Promise<string>
}

/** `bytes` null: too large to be passed in; the file can be listed but not read. */
export type CodeFile = { path: string; size: number; bytes: Uint8Array<ArrayBuffer> | null }
/** `bytes` null: deleted. */
export type CodeChange = { path: string; bytes: Uint8Array<ArrayBuffer> | null }
export type CodeOutcome =
  | { ok: true; value: string; tests: TestReport | null; changes: CodeChange[]; output: string }
  | { ok: false; error: string; output: string }
/**
 * Runs code without network, origin and side effects. `onOutput` gets the whole console output so far. Rejects with the
 * signal's reason if aborted, with nothing left running. `path`: location of the code in the workspace, for its
 * imports.
 */
export type RunCode = (
  job: { code: string; path?: string | undefined; files: CodeFile[] /** ms */; timeLimit: number },
  watch: { signal: AbortSignal; onOutput: (output: string) => void },
) => Promise<CodeOutcome>

export type PythonOutcome =
  | {
      ok: true
      value: string
      /** The value, if it is a table. */
      table: { columns: string[]; rows: string[][] } | null
      /** PNG. */
      pictures: Uint8Array<ArrayBuffer>[]
      changes: CodeChange[]
      output: string
      /** Only for a program. */
      end?: PythonEnd | undefined
    }
  | { ok: false; error: string; output: string; pictures: Uint8Array<ArrayBuffer>[] }
/**
 * Runs Python as `RunCode` runs JavaScript. `packages` come from `getWheel` or from the cache; each must match its hash
 * in the app's own list.
 */
export type RunPython = (
  job: {
    code: string
    program?: PythonProgram | undefined
    packages: string[]
    files: CodeFile[]
    /** Folders of the linked folder (`/disk/notes`), in which files can be made. */
    folders?: readonly string[] | undefined
    /** ms */
    timeLimit: number
  },
  watch: {
    signal: AbortSignal
    onOutput: (output: string) => void
    /** Called with progress before the code runs. */
    progress: (words: string) => void
    getWheel: (fileName: string, signal: AbortSignal) => Promise<Uint8Array<ArrayBuffer>>
    /** Replaces the app's own list, in tests. */
    listOfPackages?: (() => Promise<string>) | undefined
  },
) => Promise<PythonOutcome>

/** Notes about the person, each one line. */
type Memory = {
  add: (note: string) => Promise<'added' | 'known' | 'full'>
  /** Resolves to the number of removed notes. */
  remove: (note: string) => Promise<number>
}

/** A question for the person; the call waits, durably, until it is answered. */
export type Question = { text: string; choices: string[] }

/** A value that a person gives in a form. */
type FormValue = string | number | boolean | readonly string[]
type FormField = {
  name: string
  label: string
  hint: string
  required: boolean
  kind: 'text' | 'number' | 'integer' | 'switch' | 'choice' | 'choices'
  format?: 'email' | 'uri' | 'date' | 'date-time' | undefined
  least?: number | undefined
  most?: number | undefined
  options?: readonly { value: string; label: string }[] | undefined
  initial?: FormValue | undefined
}
/**
 * A question of the server `from` in the middle of a call. `id`: the same for the same question. `address`: a page to
 * open; the answer says whether the person agreed to it. `sampling`: leave to ask a model.
 */
export type Form = {
  id: string
  from: string
  about: 'form' | 'address' | 'sampling' | 'changes'
  text: string
  /** It asks for a password, a key or the like. */
  asksForSecret: boolean
  address?: string | undefined
  /** The permission that an accepted form with the value `scope: 'session'` gives. */
  grant?: string | undefined
  /** The model to ask, and the most that it costs in US dollars; null: not known. */
  model?: { name: string; cost: number | null } | undefined
  /** Of a helper: what it would change in the workspace. `more`: how many changes are not listed. */
  changes?: { files: readonly FileChange[]; more: number } | undefined
  fields: readonly FormField[]
}
type FormAnswer = { action: 'accept' | 'decline' | 'cancel'; values: Readonly<Record<string, FormValue>> }
/** `attempt`: the first attempt that can use it. */
export type FormAnswered = FormAnswer & { id: string; attempt: number }

/** A request to a model that a tool made. `usage` in tokens, `cost` in US dollars; null: not known. */
export type ToolRequest = {
  model: { providerId: string; model: string }
  usage: { input: number; output: number; cacheRead: number; cacheWrite: number; reasoning: number }
  cost: number | null
}

export type ToolOutcome =
  | {
      content: ToolBlock[]
      details?: Display | undefined
      files?: FileChange[] | undefined
      /** The session's new plan, as a whole. */
      plan?: { text: string; state: 'pending' | 'active' | 'done' | 'skipped' }[] | undefined
      /** Names of deferred tools that later requests offer. */
      found?: string[] | undefined
      terminate?: boolean | undefined
      isError?: boolean | undefined
      /** What a helper spent: tokens and US dollars. They count against the limits of the run. */
      spent?: { tokens: number; cost: number } | undefined
      /** Paid requests of the tool's own. They count against the limits of the run, and in the usage. */
      requests?: readonly ToolRequest[] | undefined
    }
  | { waitUntil: number; closeWith: ToolBlock[] }
  | { ask: Question }
  /** The call waits for the person's answer to this form, and is then run again. */
  | { form: Form }
  /** The call waits until this session is at rest, and is then run again. */
  | { helper: string }

export type ToolContext = {
  /** Aborted on Stop, at the time limit, and when the tab gives up the session. */
  signal: AbortSignal
  /** Number of this attempt, from 0. Absent: 0. */
  attempt?: number | undefined
  /** The newest answer to a form of this call. Absent: none was given. */
  answered?: FormAnswered | undefined
  /** Absent where no model can be asked. */
  sampling?: Sampling | undefined
  /** Whether the call has not ended, also between two attempts. */
  isOpen?: (() => boolean) | undefined
  /** Shown live in the tool's card; never journaled. */
  progress: (text: string) => void
  files: Files
  /** Wall time of the answer that made this call, ms: the same for every attempt. */
  calledAt?: number | undefined
  /** Unique to this call over all branches and sessions, and the same for every attempt. */
  idempotencyKey: string
  /** Bytes of text in one page of a long text: more for a model with a large window. Absent: the minimum. */
  pageBytes?: number | undefined
  /** Shows a notification on every open page, replacing any with the same `tag`. Absent if there is no page. */
  notify?: ((notification: { title: string; text: string; tag: string }) => void) | undefined
  /** Memory across sessions. Absent if there is none. */
  memory?: Memory | undefined
  /** Absent if there are none. */
  skills?: Skills | undefined
  /** Adds a task that this session is given again. `next`: its next times, wall time, ms. Absent: not possible. */
  recurring?:
    | {
        add: (task: { id: string; times: string; task: string }) => Promise<{ next: number[] } | { problem: string }>
      }
    | undefined
  /**
   * Turns a file into something that a model can be shown: a picture in the size that models take, a PDF with its text.
   * null: neither. Rejects with a sentence if it cannot be read.
   */
  show?: ((file: FileInfo, signal: AbortSignal) => Promise<ToolImage | ToolDocument | null>) | undefined
  /** Absent if there is no sandbox. */
  runCode?: RunCode | undefined
  runPython?: RunPython | undefined
  /** Absent if there is no shell. */
  runShell?: RunShell | undefined
  /** The session's linked folder; absent if none is linked. */
  disk?: DiskReader | undefined
  /** Absent where documents cannot be made. */
  makeDocument?: MakeDocument | undefined
  /** Absent where pages cannot be put together. */
  bundlePage?: BundlePage | undefined
  /** Absent if there is no page. */
  lookAtPage?: LookAtPage | undefined
  /**
   * The first text of the newest settled result of this tool in the session; null: there is none that is still known.
   */
  lastResult?: ((tool: string) => string | null) | undefined
  /** Deferred tools that fit these words, the best first; `all`: how many there are. Absent: none are deferred. */
  findTools?: ((words: string) => Promise<{ hits: { name: string; description: string }[]; all: number }>) | undefined
  /** Absent where no helper can be started. */
  delegate?: ((job: HelperJob) => Promise<Helping>) | undefined
  /** Absent if there is no network. */
  web?: Web | undefined
}

export type Tool<Parameters extends z.ZodMiniType = z.ZodMiniType> = {
  name: string
  label: string
  /** Text for the model. */
  description: string
  /**
   * A part of the system prompt that holds for this tool and others with the same text; said once if one of them is on.
   */
  about?: string | undefined
  parameters: Parameters
  /** JSON Schema of a remote tool's arguments, used in place of `parameters`. */
  jsonSchema?: JsonSchema | undefined
  /** Schema for prepared arguments, if it differs. */
  checkedSchema?: JsonSchema | undefined
  repeat: Repeat
  approval: Approval
  /** Tools that write are sequential: each sees what the one before it did. */
  sequential: boolean
  /** Milliseconds. */
  timeLimit: number
  /**
   * Seed 004: fixes what models are known to get wrong (another name for a field, a number as text), or adds what the
   * person must see, before the schema is applied. Gets the parsed object and may return another; may throw. Applied
   * once, before approval.
   */
  prepareArguments?:
    | ((args: Record<string, unknown>, context?: { files?: Pick<Files, 'list' | 'read'> | undefined }) => unknown)
    | undefined
  /**
   * The grant that these arguments need, asked for once, whatever the tool's policy says
   * (`origin:https://example.org`); null: none. May throw: the call then enters closed.
   */
  grantFor?: ((args: z.output<Parameters>) => string | null) | undefined
  /**
   * What a call sends out of this computer if no question is asked: an opened address, or words. Once private material
   * has been read in the session, an address that nobody gave is asked about each time, and words until the person
   * allows them.
   */
  sends?: ((args: z.output<Parameters>) => { address: string } | { words: string; to?: string | undefined }) | undefined
  /**
   * Whether what a call does can be taken back, so that the mode "Free within limits" lets it run where it would ask:
   * `here`, or `outside` if its arguments leave this computer. null and absent: it asks in every mode.
   */
  undo?: ((args: z.output<Parameters>) => 'here' | 'outside' | null) | undefined
  /** What its results contain: public web content, or only its own words. Absent: private material. */
  gives?: 'web' | 'own' | undefined
  /**
   * Contract: may throw; an exception becomes a result that the model can read. A `once` tool that cannot know whether
   * it has acted throws OutcomeUnknown: the person then decides.
   */
  run: (args: z.output<Parameters>, context: ToolContext) => Promise<ToolOutcome>
}
