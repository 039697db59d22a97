import { createHash } from 'node:crypto'
import { writeDocument } from '../../../src/documents/write/write-document.ts'
import type { MakeDocument } from '../../../src/tools/documents/document-port.ts'
import type { HelperReport } from '../../../src/tools/helpers/helper-port.ts'
import type { RunShell } from '../../../src/tools/shell/shell-port.ts'
import type { Outside } from '../../../src/tools/shell/thread/outside.ts'
import { runCommand } from '../../../src/tools/shell/thread/run-command.ts'
import type {
  FileChange,
  FileInfo,
  Files,
  RunCode,
  RunPython,
  Tool,
  ToolContext,
  ToolOutcome,
} from '../../../src/tools/tool.ts'
import { mediaTypeOf } from '../../../src/tools/workspace/media-type.ts'
import { runCode as runInNode } from '../sandbox/machine.ts'
import { cannedWeb } from './web-server.ts'

export const shaOf = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex')
export const bytesOf = (text: string): Uint8Array<ArrayBuffer> => new TextEncoder().encode(text)

export type MemoryFiles = Files & {
  /** Puts a file there as if it had been committed. */
  set: (path: string, content: string | Uint8Array<ArrayBuffer>) => void
  /** Applies changes all or none, by compare-and-set; false when a `from` does not hold. */
  commit: (changes: readonly FileChange[]) => boolean
  textOf: (path: string) => string | null
  puts: () => number
}

/** A workspace in memory that keeps to the contract of `Files`: what is put is seen only after a commit. */
export function memoryFiles(initial: Record<string, string | Uint8Array<ArrayBuffer>> = {}): MemoryFiles {
  const blobs = new Map<string, Uint8Array<ArrayBuffer>>()
  const rows = new Map<string, FileInfo>()
  let puts = 0
  const store = (bytes: Uint8Array<ArrayBuffer>): string => {
    const sha = shaOf(bytes)
    blobs.set(sha, bytes)
    return sha
  }
  const files: MemoryFiles = {
    list: async () => [...rows.values()],
    info: async (path) => rows.get(path) ?? null,
    read: async (blob) => {
      const bytes = blobs.get(blob)
      if (!bytes) throw new Error('missing blob')
      return bytes
    },
    put: async (bytes) => {
      puts++
      return store(bytes)
    },
    set: (path, content) => {
      const bytes = typeof content === 'string' ? bytesOf(content) : content
      rows.set(path, { path, blob: store(bytes), size: bytes.length, mediaType: mediaTypeOf(path, bytes) })
    },
    commit: (changes) => {
      if (changes.some(({ path, from }) => (rows.get(path)?.blob ?? null) !== from)) return false
      for (const { path, to, size, mediaType } of changes) {
        if (to === null) rows.delete(path)
        else rows.set(path, { path, blob: to, size, mediaType })
      }
      return true
    },
    textOf: (path) => {
      const info = rows.get(path)
      return info ? new TextDecoder().decode(blobs.get(info.blob)) : null
    },
    puts: () => puts,
  }
  for (const [path, content] of Object.entries(initial)) files.set(path, content)
  return files
}

/** The sandbox's machine without the worker around it. */
export const runCode: RunCode = async (job, { onOutput }) => {
  const { ending, output } = await runInNode(job.code, job)
  onOutput(output)
  if (ending.type === 'done')
    return { ok: true, value: ending.value, tests: ending.tests, changes: ending.changes, output }
  return { ok: false, error: ending.type === 'failed' ? ending.error : '', output }
}

/** In place of Python, which needs a browser's thread: it writes one file. */
export const runPython: RunPython = async () => ({
  ok: true,
  value: '',
  table: null,
  pictures: [],
  changes: [{ path: 'sum.txt', bytes: bytesOf('14') }],
  output: '',
})

/** Documents without the thread around the code. */
export const makeDocument: MakeDocument = async (job, { signal }) => {
  signal.throwIfAborted()
  return writeDocument(job)
}

/** What came of a helper that changed nothing. */
export const REPORT: HelperReport = {
  ending: 'done',
  text: 'It is done.',
  reason: '',
  changes: [],
  apart: [],
  asks: false,
  spent: { tokens: 10, cost: 0.01 },
}

/** The shell without the thread around it. */
export const runShell: RunShell = async (job, { answer, signal }) => {
  signal.throwIfAborted()
  const ended = await runCommand(job, answer as Outside)
  if (ended.type === 'done') return { ok: true, ...ended }
  return { ok: false, error: ended.type === 'failed' ? ended.error : '' }
}

export type Finished = Extract<ToolOutcome, { content: unknown }>

/** Runs a tool as the toolkit does, with arguments parsed by its own parameters. */
export async function run(
  tool: Tool,
  files: Files,
  args: unknown,
  context: Partial<ToolContext> = {},
): Promise<Finished> {
  const outcome = await tool.run(tool.parameters.parse(args), {
    signal: new AbortController().signal,
    progress: () => {},
    files,
    idempotencyKey: '1.0.0',
    runCode,
    recurring: { add: async () => ({ next: [1, 2] }) },
    runPython,
    runShell,
    makeDocument,
    notify: () => {},
    memory: { add: async () => 'added', remove: async () => 1 },
    delegate: async () => ({ type: 'ended', report: REPORT }),
    web: cannedWeb(),
    ...context,
  })
  if (!('content' in outcome)) throw new Error('this tool neither waits nor asks')
  return outcome
}

/** All words of a result. */
export const wordsOf = ({ content }: Finished): string =>
  content.map((block) => (block.type === 'text' ? block.text : '[image]')).join('\n')
