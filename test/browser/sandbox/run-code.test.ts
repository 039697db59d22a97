import { afterEach, beforeEach, expect, it } from 'vitest'
import { runCode } from '../../../src/worker/ports/run-code.ts'

/** The real thread around the machine: loading, killing, and what it may say. The machine itself: test/unit/sandbox. */
const RealWorker = globalThis.Worker
let alive = 0

beforeEach(() => {
  alive = 0
  globalThis.Worker = class extends RealWorker {
    constructor(url: string | URL, options?: WorkerOptions) {
      super(url, options)
      alive++
    }
    override terminate(): void {
      super.terminate()
      alive--
    }
  }
})
afterEach(() => {
  globalThis.Worker = RealWorker
})

const fileOf = ([path, text]: [string, string]) => {
  const bytes = new TextEncoder().encode(text)
  return { path, size: bytes.length, bytes }
}
const run = (
  code: string,
  options: {
    files?: Record<string, string>
    timeLimit?: number
    signal?: AbortSignal
    onOutput?: (text: string) => void
  } = {},
) =>
  runCode(
    { code, timeLimit: options.timeLimit ?? 5000, files: Object.entries(options.files ?? {}).map(fileOf) },
    { signal: options.signal ?? new AbortController().signal, onOutput: options.onOutput ?? (() => {}) },
  )

it('runs code and ends its thread', async () => {
  expect(await run('writeFile("a", "b"); 6 * 7')).toEqual({
    ok: true,
    value: '42',
    output: '',
    tests: null,
    changes: [{ path: 'a', bytes: new TextEncoder().encode('b') }],
  })
  expect(alive).toBe(0)
})

it('shows output while the code runs', async () => {
  const seen: string[] = []
  const outcome = await run(
    'for (let n = 0; n < 3; n++) { console.log(n); await new Promise((r) => setTimeout(r, 120)) }',
    {
      onOutput: (text) => seen.push(text),
    },
  )
  expect(seen[0]).toBe('0\n')
  expect(seen.length).toBeGreaterThan(1)
  expect(outcome).toMatchObject({ ok: true, output: '0\n1\n2\n' })
})

it.each([
  'for (;;);',
  'for (;;) await 0',
  'const a = []; for (;;) a.push("x".repeat(1e5) + a.length)',
  'for (;;) console.log(1)',
])('an abort kills at once: %s', async (code) => {
  const controller = new AbortController()
  const reason = new DOMException('stopped', 'AbortError')
  const running = run(code, { timeLimit: 60_000, signal: controller.signal })
  await new Promise((resolve) => setTimeout(resolve, 600))
  controller.abort(reason)
  await expect(running).rejects.toBe(reason)
  expect(alive).toBe(0)
})

it('modules, TypeScript, JSX, libraries and tests work in the thread', async () => {
  const files = {
    'a/store.ts':
      "import Papa from 'papaparse'\nexport const rows = (text: string): string[][] => Papa.parse(text).data as string[][]",
    'a/view.tsx': 'export const View = ({ name }: { name: string }) => <b>{name}</b>',
  }
  const code = `import { rows } from './a/store.js'
import { View } from './a/view.tsx'
import render from 'preact-render-to-string'
test('reads', () => expect(rows('a,"b,c"')).toEqual([['a', 'b,c']]))
test('fails', () => expect(1).toBe(2))
render(<View name="ä" />) + [...'zä'].sort((a, b) => a.localeCompare(b, 'de')).join('')`
  expect(await run(code, { files })).toMatchObject({
    ok: true,
    value: '<b>ä</b>äz',
    tests: { passed: 1, failed: 1, failures: ['fails'] },
    output: expect.stringContaining('AssertionError: expected 1 to be 2'),
  })
  expect(alive).toBe(0)
})

it.each([
  ["import './a.ts'", { 'a.ts': "import './b.ts'\nexport const a = 1", 'b.ts': "import './a.ts'" }, { ok: true }],
  ["import './endless.ts'", { 'endless.ts': 'for (;;) try { for (;;); } catch {}' }, { ok: false }],
  ["import './huge.ts'", { 'huge.ts': `let a: number = 1;${'a = (a as number);'.repeat(300_000)}` }, { ok: false }],
  ["import './large.ts'", { 'large.ts': `let a: number = 1;${'a = (a as number);'.repeat(280_000)}` }, {}],
  ["import './deep.tsx'", { 'deep.tsx': `export default ${'<a>'.repeat(100_000)}` }, { ok: false }],
  ["await import('https://example.com/x.js')", {}, { ok: false }],
  ["await import('/assets/worker.js')", {}, { ok: false }],
  ["await import('data:text/javascript,globalThis.x=1')", {}, { ok: false }],
])('%s: a hostile module ends in bounds', async (code, files, outcome) => {
  expect(await run(code, { files, timeLimit: 4000 })).toMatchObject(outcome)
  expect(alive).toBe(0)
})

it('an abort kills while 5 MB of TypeScript are compiled', async () => {
  const controller = new AbortController()
  const files = { 'large.ts': `let a: number = 1;${'a = (a as number);'.repeat(280_000)}` }
  const running = run("import './large.ts'; for (;;);", { files, timeLimit: 60_000, signal: controller.signal })
  await new Promise((resolve) => setTimeout(resolve, 600))
  controller.abort('stopped')
  await expect(running).rejects.toBe('stopped')
  expect(alive).toBe(0)
})

it('a time limit ends what ignores it', async () => {
  const outcome = await run('for (;;) try { for (;;); } catch {}', { timeLimit: 200 })
  expect(outcome).toMatchObject({ ok: false, error: expect.stringContaining('took too long') })
  expect(alive).toBe(0)
})

it('memory runs out inside, not here', async () => {
  expect(await run('new Array(1e9).fill(1)', { timeLimit: 30_000 })).toMatchObject({
    ok: false,
    error: expect.stringContaining('out of memory'),
  })
  expect(
    await run('let o = {}; for (let i = 0; i < 1e5; i++) o = { o }; JSON.stringify(o)', { timeLimit: 30_000 }),
  ).toMatchObject({
    ok: false,
    error: expect.stringContaining('stack overflow'),
  })
  expect(alive).toBe(0)
})

it('does not begin what is already stopped', async () => {
  await expect(run('1', { signal: AbortSignal.abort('gone') })).rejects.toBe('gone')
  expect(alive).toBe(0)
})
