import { describe, expect, it } from 'vitest'
import { NO_MEMORY } from '../../../src/settings/mcp-server.ts'
import { ALL_TOOLS } from '../../../src/tools/all-tools.ts'
import type { Disk } from '../../../src/tools/disk/disk.ts'
import { diskTools } from '../../../src/tools/disk/disk-tools.ts'
import type { Files, Tool } from '../../../src/tools/tool.ts'
import type { Web } from '../../../src/tools/web/web-port.ts'
import { toolsOf } from '../../../src/worker/mcp/server-tools.ts'
import { countTime, worked } from '../../support/own-time.ts'
import { start } from '../effects/toolkit-harness.ts'
import { memoryDisk } from './memory-disk.ts'
import { memoryFiles } from './memory-files.ts'
import { EXAMPLES, WAITS } from './tool-examples.ts'

/** Milliseconds within which Stop has ended any call, and for which no call holds the thread up. */
const SECOND = 1000

const DISK_EXAMPLES: Record<string, Record<string, unknown>> = {
  disk_list: {},
  disk_find: { pattern: '**/*.md' },
  disk_read: { path: 'notes/plan.md' },
  disk_search: { query: 'plan' },
  disk_write: { path: 'new.txt', version: 'new', content: 'hello' },
  disk_edit: { path: 'notes/plan.md', version: 'x', old_text: 'the plan', new_text: 'a plan' },
  disk_delete: { path: 'notes/plan.md', version: 'x' },
  disk_to_workspace: { path: 'notes/plan.md', to: 'plan.md' },
}

/** Whatever is asked of it never answers. `signals`: what it was given to hear of a stop. */
function hanging() {
  const signals: AbortSignal[] = []
  let asked = 0
  const hang = (...args: unknown[]): Promise<never> => {
    asked++
    for (const arg of args) {
      const signal = arg instanceof AbortSignal ? arg : (arg as { signal?: unknown } | null | undefined)?.signal
      if (signal instanceof AbortSignal) signals.push(signal)
    }
    return new Promise(() => {})
  }
  const files: Files = { list: hang, info: hang, read: hang, put: hang }
  const search = { kind: 'searxng', baseUrl: 'https://search.example', fetch: hang } as const
  const web: Web = { getPage: hang, reader: hang, search: async () => search, makeReadable: hang }
  return { signals, asked: () => asked, hang, files, web }
}

/** Starts a call, stops it when it has asked for what never answers, and says how long it then took to end. */
async function stopped(
  tool: Tool,
  args: unknown,
  { asked }: Pick<ReturnType<typeof hanging>, 'asked'>,
  ports: Parameters<typeof start>[1] = {},
): Promise<number> {
  const call = { name: tool.name, repeat: tool.repeat, args: JSON.stringify(args) }
  const { cancel, done, endings } = start(tool, { ...ports, call })
  await expect.poll(asked, { interval: 5 }).toBeGreaterThan(0)
  expect(endings()).toEqual([])
  const passed = countTime()
  cancel()
  await done
  expect(endings()).toEqual([])
  return passed()
}

const server = { id: 's', name: 'shop', url: 'https://mcp.example/', enabled: true, trusted: true, createdAt: 1 }
const remote = {
  name: 'pay',
  title: 'Pay',
  description: 'Pays.',
  inputSchema: { type: 'object' },
  readOnly: false,
  idempotent: true,
  hash: 'h',
}

describe('Stop ends a call within a second, whatever it waits for', () => {
  const workers = ALL_TOOLS.filter(
    ({ name }) =>
      !name.startsWith('test_') &&
      !WAITS.includes(name) &&
      !['notify', 'remember', 'forget', 'update_plan', 'every'].includes(name),
  )
  it.each(workers.map((tool) => [tool.name, tool] as const))('%s, whose ports never answer', async (name, tool) => {
    const { files, hang, web, asked, signals } = hanging()
    const ports = {
      filesFor: () => files,
      runCode: hang,
      runPython: hang,
      runShell: hang,
      makeDocument: hang,
      delegate: hang,
      findTools: hang,
      web: () => web,
    }
    expect(await stopped(tool, EXAMPLES[name], { asked }, { ports })).toBeLessThan(SECOND)
    for (const signal of signals) expect(signal.aborted).toBe(true)
  })
  it('run_javascript, whose code never ends: its thread is told', async () => {
    const { hang, signals, asked } = hanging()
    const tool = ALL_TOOLS.find(({ name }) => name === 'run_javascript') as Tool
    expect(await stopped(tool, { code: 'for(;;);' }, { asked }, { ports: { runCode: hang } })).toBeLessThan(SECOND)
    expect(signals.map(({ aborted }) => aborted)).toEqual([true])
  })
  it('run_shell, whose command never ends: its thread is told', async () => {
    const { hang, signals, asked } = hanging()
    const tool = ALL_TOOLS.find(({ name }) => name === 'run_shell') as Tool
    expect(await stopped(tool, { command: 'sleep inf' }, { asked }, { ports: { runShell: hang } })).toBeLessThan(SECOND)
    expect(signals.map(({ aborted }) => aborted)).toEqual([true])
  })
  it('fetch_page, whose page is never read to its end: its thread is told', async () => {
    const { hang, signals, web, asked } = hanging()
    const tool = ALL_TOOLS.find(({ name }) => name === 'fetch_page') as Tool
    const getPage: Web['getPage'] = async () => new Response('<p>x</p>', { headers: { 'content-type': 'text/html' } })
    const parsing = {
      ...web,
      getPage,
      makeReadable: (_html: string, _url: string, signal: AbortSignal) => hang(signal),
    }
    expect(await stopped(tool, EXAMPLES['fetch_page'], { asked }, { ports: { web: () => parsing } })).toBeLessThan(
      SECOND,
    )
    expect(signals.map(({ aborted }) => aborted)).toEqual([true])
  })
  it.each(diskTools(memoryDisk()).map(({ name }, n) => [name, n] as const))(
    '%s, whose disk never answers',
    async (name, n) => {
      const { hang, asked } = hanging()
      const disk: Disk = { folder: hang }
      expect(await stopped(diskTools(disk)[n] as Tool, DISK_EXAMPLES[name], { asked })).toBeLessThan(SECOND)
    },
  )
  it.each(diskTools(memoryDisk()).map(({ name }, n) => [name, n] as const))(
    '%s, whose folder never says what is in it',
    async (name, n) => {
      const { hang, asked } = hanging()
      const folder = {
        kind: 'directory',
        name: 'project',
        values: () => ({ [Symbol.asyncIterator]: () => ({ next: hang }) }),
        getFileHandle: hang,
        getDirectoryHandle: hang,
        removeEntry: hang,
      } as unknown as FileSystemDirectoryHandle
      expect(
        await stopped(diskTools({ folder: async () => folder })[n] as Tool, DISK_EXAMPLES[name], { asked }),
      ).toBeLessThan(SECOND)
    },
  )
  const memory = { ...NO_MEMORY, tools: [remote], hasResources: true, hasPrompts: true }
  const REMOTE: Record<string, object> = { read_resource: { uri: 'x:y' }, get_prompt: { name: 'x' } }
  it.each(['pay', 'list_resources', 'read_resource', 'list_prompts', 'get_prompt'])(
    'a server that never answers %s',
    async (name) => {
      const { hang, signals, asked } = hanging()
      const tool = toolsOf({ server, memory }, hang).find((one) => one.tool.name.endsWith(name))?.tool as Tool
      expect(await stopped(tool, REMOTE[name] ?? {}, { asked })).toBeLessThan(SECOND)
      expect(signals.map(({ aborted }) => aborted)).toEqual([true])
    },
  )
})

/**
 * The longest time, ms, for which this thread came to nothing else while the work went on. Not counted is time in which
 * others had the processor.
 */
async function longestHold(work: Promise<unknown>): Promise<number> {
  let last = [performance.now(), worked()] as const
  let longest = 0
  const look = (): void => {
    const now = [performance.now(), worked()] as const
    longest = Math.max(longest, Math.min(now[0] - last[0], now[1] - last[1]))
    last = now
  }
  const clock = setInterval(look, 5)
  await work
  look()
  clearInterval(clock)
  return longest
}

const MB = 1024 * 1024
const LINES = '\n'.repeat(10 * MB)
const WORDS = 'ab '.repeat(3.3 * MB)
const HALVES = 'a'.repeat(5 * MB)
const HEAVY: [what: string, tool: string, args: Record<string, unknown>, files: Record<string, string>][] = [
  [
    '10 MB of line breaks over 10 MB of line breaks',
    'write_file',
    { path: 'a', content: `${LINES.slice(1)}x` },
    { a: LINES },
  ],
  ['short lines over others', 'write_file', { path: 'a', content: 'b\n'.repeat(5 * MB) }, { a: 'a\n'.repeat(5 * MB) }],
  [
    'a change in the middle of 10 MB of line breaks',
    'edit_file',
    { path: 'a', old_text: 'x', new_text: 'y' },
    { a: `${LINES.slice(0, 5 * MB)}x${LINES.slice(0, 5 * MB - 1)}` },
  ],
  [
    'words that are not in 10 MB of line breaks',
    'edit_file',
    { path: 'a', old_text: 'x', new_text: 'y' },
    { a: LINES },
  ],
  [
    'much that almost fits',
    'edit_file',
    { path: 'a', old_text: `${HALVES}b`, new_text: 'y' },
    { a: `${HALVES}${HALVES.slice(1)}` },
  ],
  [
    'many lines that are not there',
    'edit_file',
    { path: 'a', old_text: `${'\n'.repeat(MB)}q`, new_text: 'y' },
    { a: LINES },
  ],
  [
    'the last of 10 million lines',
    'read_file',
    { path: 'a', from_line: 10 * MB - 5, to_line: 10 * MB - 1 },
    { a: LINES },
  ],
  ['10 million lines', 'search_files', { query: 'x' }, { a: LINES, b: LINES }],
  ['one line of 10 MB', 'search_files', { query: `${'ab '.repeat(300)}b` }, { a: WORDS }],
  ['a page without an end of its title', 'show_artifact', { path: 'a.html' }, { 'a.html': '<title'.repeat(800_000) }],
  ['titles that never close', 'show_artifact', { path: 'a.html' }, { 'a.html': '<title>a'.repeat(600_000) }],
]

describe('a call with much to do holds nobody else up for a second', () => {
  it.each(HEAVY)('%s: %s', { timeout: 60_000 }, async (_, name, args, given) => {
    const tool = ALL_TOOLS.find((one) => one.name === name) as Tool
    const held: number[] = []
    // what is slow by itself is slow each time
    while (held.length < 3 && !held.some((time) => time < SECOND)) {
      const call = { name, args: JSON.stringify(args) }
      held.push(await longestHold(start(tool, { call, ports: { filesFor: () => memoryFiles(given) } }).done))
    }
    expect(Math.min(...held)).toBeLessThan(SECOND)
  })
})
