import { expect, it } from 'vitest'
import { eventually } from '../../support/app.ts'
import { CODE_BOMBS } from '../../support/attacks/code-bombs.ts'
import { code, useUntrustedCode } from '../../support/untrusted-code.ts'

const untrusted = useUntrustedCode()
const { scene, goesOnDrawing, sandboxes } = untrusted
const BOMBS = Object.entries(CODE_BOMBS)
/** Bytes that the whole browser may grow by while one of them runs. */
const MOST_MEMORY = 1_500_000_000

/** What the browser's processes hold, as the kernel counts it for each. */
async function memory(): Promise<number> {
  const { readFileSync, readdirSync } = await import('node:fs')
  const parents = new Map<number, number>()
  for (const name of readdirSync('/proc')) {
    if (!/^\d+$/.test(name)) continue
    try {
      const stat = readFileSync(`/proc/${name}/stat`, 'utf8')
      parents.set(Number(name), Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]))
    } catch {
      // it has ended meanwhile
    }
  }
  const isOurs = (pid: number): boolean =>
    pid === scene.browser.pid || (parents.has(pid) && isOurs(parents.get(pid) as number))
  let sum = 0
  for (const pid of parents.keys()) {
    if (!isOurs(pid)) continue
    try {
      sum += Number(readFileSync(`/proc/${pid}/statm`, 'utf8').split(' ')[1]) * 4096
    } catch {
      // it has ended meanwhile
    }
  }
  return sum
}

it(`${BOMBS.length} kinds of code bombs: each ends with words for the model, the page goes on drawing, and no thread is left`, async () => {
  const { app, mock } = scene
  await app.newSession()
  const before = await memory()
  let most = 0
  const watch = setInterval(() => void memory().then((now) => (most = Math.max(most, now))), 250)
  const before_asked = mock.journal().length
  mock.setScript([
    ...BOMBS.map(([, source]) => code(source, { timeout_ms: 1500 })),
    code('6 * 7', { timeout_ms: 20_000 }),
    { text: 'All of them.' },
  ])
  await app.send('Go')
  await goesOnDrawing()
  await app.untilAnswer('All of them.', 400_000)
  clearInterval(watch)
  const results = (mock.journal().at(-1)?.body.messages ?? [])
    .filter(({ role }) => role === 'tool')
    .map(({ content }) => String(content))
  expect(results).toHaveLength(BOMBS.length + 1)
  for (const [n, [what]] of BOMBS.entries()) {
    const words = results[n] ?? ''
    expect(words.length, `${what}: words for the model`).toBeGreaterThan(10)
    expect(words.length, `${what}: few words`).toBeLessThan(60_000)
    expect(words, what).not.toMatch(/\[object (?:Window|global)|process\.|node:/)
  }
  expect(results.at(-1)).toContain('42')
  expect(mock.journal().length - before_asked).toBe(BOMBS.length + 2)
  await eventually(sandboxes, 'threads of the sandbox that still live').toBe(0)
  expect(most - before, 'bytes that the browser grew by').toBeLessThan(MOST_MEMORY)
  await goesOnDrawing()
}, 600_000)
