import type { Unstamped } from '../agent/input.ts'
import type { FileEntry } from '../agent/state.ts'
import type { Files, RunCode, RunPython, Tool, ToolContext } from '../tools/tool.ts'
import type { Web } from '../tools/web/web-port.ts'

import type { ToolHooks } from './tool-hooks.ts'

/** Where a torture rig may kill us around a tool call, in this order. */
export type ToolFailpoint =
  | 'before-tool-start'
  | 'after-tool-start'
  | 'before-tool-run'
  | 'after-tool-run'
  | 'before-tool-respond'

/** What the toolkit needs of the outside, for one session. Every function may reject or throw: that ends in an error for the model. */
export type ToolkitPorts = {
  tools: readonly Tool[] | PromiseLike<readonly Tool[]>
  /** Whether its server describes this tool otherwise than when the person had a word on it, these grants among them. */
  changed?: ((tool: string, grants: readonly string[]) => Promise<boolean>) | undefined
  /** Resolves when what this tool needs of the person's keys is unlocked; rejects when the signal is aborted meanwhile. */
  unlocked?: ((tool: string, signal: AbortSignal) => Promise<void>) | undefined
  /**
   * Resolves when what is committed so far stands where every device of this person can read it, and the session is still this one's; rejects
   * when the signal is aborted meanwhile.
   */
  published?: ((signal: AbortSignal) => Promise<void>) | undefined
  /**
   * Asked when a call is cancelled that must not be repeated and is under way: who hears how it ends, so that it goes on. null: nobody, it is
   * stopped.
   */
  late?: (() => ((ending: Unstamped) => void) | null) | undefined
  /** The session's workspace for one run of one tool; `signal` is that run's. */
  filesFor: (signal: AbortSignal) => Files
  /** Rows of these paths as committed now; a path that never was has none. */
  readFileEntries: (paths: readonly string[]) => Promise<FileEntry[]>
  /** Stores bytes (pending until a commit names them) and returns their SHA-256 in hex. */
  putBlob: (bytes: Uint8Array<ArrayBuffer>) => Promise<string>
  /** Live words for the call's card, at most 2,000 characters. Called as often as the tool likes: throttle here. */
  progress: (toolCallId: string, text: string) => void
  /** Bytes of one page of a long text. */
  pageBytes?: number | undefined
  runCode?: RunCode | undefined
  runPython?: RunPython | undefined
  runShell?: ToolContext['runShell']
  disk?: ToolContext['disk']
  makeDocument?: ToolContext['makeDocument']
  show?: ToolContext['show']
  notify?: ToolContext['notify']
  memory?: ToolContext['memory']
  /** The web as these grants open it. */
  web?: ((grants: readonly string[]) => Web) | undefined
  /** Those of the product, unless others are given. */
  hooks?: ToolHooks | undefined
  /** Whether the start before this one ended in good order (the page was left), so that it does not count. */
  clean?: (() => boolean) | undefined
  failpoint?: ((name: ToolFailpoint) => void | Promise<void>) | undefined
}
