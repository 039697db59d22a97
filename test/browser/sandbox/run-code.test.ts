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

const run = (
  code: string,
  options: { timeLimit?: number; signal?: AbortSignal; onOutput?: (text: string) => void } = {},
) =>
  runCode(
    { code, timeLimit: options.timeLimit ?? 5000, files: [] },
    { signal: options.signal ?? new AbortController().signal, onOutput: options.onOutput ?? (() => {}) },
  )

it('runs code and ends its thread', async () => {
  expect(await run('writeFile("a", "b"); 6 * 7')).toEqual({
    ok: true,
    value: '42',
    output: '',
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
