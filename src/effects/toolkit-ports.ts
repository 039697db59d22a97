import type { FileChange } from '../agent/content.ts'
import type { Unstamped } from '../agent/input.ts'
import type { FileEntry } from '../agent/state.ts'
import type { HelperJob, Helping } from '../tools/helpers/helper-port.ts'
import type { Files, RunCode, RunPython, Tool, ToolContext } from '../tools/tool.ts'
import type { Web } from '../tools/web/web-port.ts'

import type { ToolHooks } from './tool-hooks.ts'

/** Where a torture rig may kill us around a tool call, in order. */
export type ToolFailpoint =
  | 'before-tool-start'
  | 'after-tool-start'
  | 'before-tool-run'
  | 'after-tool-run'
  | 'before-tool-respond'

type ProjectPort = {
  /** Changes of the workspace whose path begins with this are those of the project, by the path that follows it. */
  folder: string
  /** The session's present project; undefined: none. */
  project: () => string | undefined
  /**
   * Calls `end` with null, or with the reason why these changes cannot be made, in words for the model; nobody else
   * changes files of that project before `end` has resolved.
   */
  holding: (
    change: { project: string; files: readonly FileChange[] },
    signal: AbortSignal,
    end: (problem: string | null) => Promise<void>,
  ) => Promise<void>
}

/**
 * What the toolkit needs from outside, for one session. Every function may reject or throw: that ends in an error for
 * the model.
 */
export type ToolkitPorts = {
  tools: readonly Tool[] | PromiseLike<readonly Tool[]>
  /** Whether the server's description of this tool changed since the person approved it or gave these grants. */
  changed?: ((tool: string, grants: readonly string[]) => Promise<boolean>) | undefined
  /** Resolves when the keys that this tool needs are unlocked; rejects if the signal is aborted meanwhile. */
  unlocked?: ((tool: string, signal: AbortSignal) => Promise<void>) | undefined
  /**
   * Resolves when everything committed so far can be read by each of this person's devices, and the session still
   * belongs to this device; rejects if the signal is aborted meanwhile.
   */
  published?: ((signal: AbortSignal) => Promise<void>) | undefined
  /**
   * Called when a running call that must not be repeated is cancelled: returns a receiver for its outcome, and the call
   * continues. null: no receiver, the call is stopped.
   */
  late?: (() => ((ending: Unstamped) => void) | null) | undefined
  /** The session's workspace for one run of one tool; `signal` is that run's. */
  filesFor: (signal: AbortSignal) => Files
  /** Committed rows of these paths; a path that never existed has none. */
  readFileEntries: (paths: readonly string[]) => Promise<FileEntry[]>
  /** The files of the session's project, as a folder of the workspace. Absent: there are no projects. */
  projectFiles?: ProjectPort | undefined
  /** Stores bytes (pending until a commit names them) and returns their SHA-256 in hex. */
  putBlob: (bytes: Uint8Array<ArrayBuffer>) => Promise<string>
  /** Live text for the call's card, at most 2,000 characters. May be called at any rate: throttle here. */
  progress: (toolCallId: string, text: string) => void
  /** Bytes of one page of a long text. */
  pageBytes?: number | undefined
  runCode?: RunCode | undefined
  runPython?: RunPython | undefined
  runShell?: ToolContext['runShell']
  disk?: ToolContext['disk']
  makeDocument?: ToolContext['makeDocument']
  bundlePage?: ToolContext['bundlePage']
  lookAtPage?: ToolContext['lookAtPage']
  show?: ToolContext['show']
  notify?: ToolContext['notify']
  memory?: ToolContext['memory']
  skills?: ToolContext['skills']
  recurring?: ToolContext['recurring']
  findTools?: ToolContext['findTools']
  /** Absent: servers cannot ask a model. */
  sampling?: Omit<NonNullable<ToolContext['sampling']>, 'isGranted'> | undefined
  /** Whether a call has not ended, also between two attempts. */
  isOpen?: ((toolCallId: string) => boolean) | undefined
  /** Starts or asks the helper of this call. `helper`: the session that it waited for. Absent: no helpers. */
  delegate?:
    | ((
        call: { id: string; key: string; helper: string | undefined },
        job: HelperJob,
        signal: AbortSignal,
      ) => Promise<Helping>)
    | undefined
  /** The web, with access by these grants. */
  web?: ((grants: readonly string[]) => Web) | undefined
  /** By default those of the product. */
  hooks?: ToolHooks | undefined
  /** Whether the previous start ended cleanly (the page was left), so that it does not count. */
  clean?: (() => boolean) | undefined
  failpoint?: ((name: ToolFailpoint) => void | Promise<void>) | undefined
}
