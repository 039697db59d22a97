import { describe, expect, it } from 'vitest'
import { type App, appOn, eventually, visibleText } from '../support/app.ts'
import { crashTab } from '../support/launch.ts'
import { cases } from '../support/runs.ts'
import { useScene } from '../support/scene.ts'

/** A small app of several modules with a test file, in which one line is wrong. */
const APP: Record<string, string> = {
  'src/prices.json': '{ "apple": 50, "pear": 75 }',
  'src/money.ts': `export type Cents = number
export const inEuros = (cents: Cents): string =>
  new Intl.NumberFormat('de-DE', { style: 'currency', currency: 'EUR' }).format(cents / 100).replace(/\\u00a0/g, ' ')
`,
  'src/cart.ts': `import type { Cents } from './money.js'
import prices from './prices.json'
export type Line = { name: keyof typeof prices; count: number }
export const total = (lines: readonly Line[]): Cents => lines.reduce((sum, { name }) => sum + prices[name], 0)
`,
  'src/Cart.tsx': `import { total, type Line } from './cart.ts'
import { inEuros } from './money.ts'
export const Cart = ({ lines }: { lines: Line[] }) => <p class="total">{lines.length} lines: {inEuros(total(lines))}</p>
`,
  'test/cart.test.ts': `import { describe, expect, test } from 'vitest'
import { total } from '../src/cart.ts'
import { inEuros } from '../src/money.ts'
describe('the cart', () => {
  test('an empty cart costs nothing', () => expect(total([])).toBe(0))
  test('counts each piece', () => expect(total([{ name: 'apple', count: 3 }])).toBe(150))
  test('says prices in euros', () => expect(inEuros(150)).toBe('1,50 €'))
})
`,
}
const RUN = `import { Cart } from './src/Cart.tsx'
import render from 'preact-render-to-string'
import './test/cart.test.ts'
const old = listFiles().some(({ path }) => path === 'runs.txt') ? readFile('runs.txt') : ''
writeFile('runs.txt', old + 'run\\n')
writeFile('cart.html', render(<Cart lines={[{ name: 'apple', count: 3 }]} />))
console.table([{ name: 'apple', count: 3 }])
`
const run = { name: 'run_javascript', arguments: { code: RUN, timeout_ms: 60_000 } }
const script = [
  {
    text: 'Writing.',
    toolCalls: Object.entries(APP).map(([path, content]) => ({ name: 'write_file', arguments: { path, content } })),
  },
  {
    text: 'Testing.',
    toolCalls: [{ name: 'run_shell', arguments: { command: 'cd test && js cart.test.ts; echo $?' } }],
  },
  { text: 'Again.', toolCalls: [run] },
  {
    text: 'Mending.',
    toolCalls: [
      {
        name: 'edit_file',
        arguments: {
          path: 'src/cart.ts',
          old_text: '(sum, { name }) => sum + prices[name]',
          new_text: '(sum, { name, count }) => sum + prices[name] * count',
        },
      },
    ],
  },
  { text: 'And again.', toolCalls: [run] },
  { text: 'All tests pass.' },
]
/** Five files, two runs that fail and an edit go before the run in which it is killed. */
const THE_RUN = 9

/** The test build: a failpoint in the address holds a tool in the middle of its run until the page is left. */
const scene = useScene({ build: 'dist-test' })

async function stuck(point: string): Promise<App> {
  const { app: start, mock } = scene
  mock.setScript(script)
  await start.connect({ kind: 'OpenAI-compatible', baseUrl: mock.baseUrl })
  await start.page.close()
  const app = appOn(await scene.browser.context.newPage())
  await app.page.goto(`${scene.site.url}?failpoint=${point}:${THE_RUN}:hang#/`)
  await app.send('Write a cart')
  await app.untilStatus('Using run_javascript')
  await eventually(() => scene.mock.journal().length).toBe(5)
  await eventually(() => visibleText(app.toolCalls('run_javascript'))).toContain('Running')
  return app
}

describe('an app of several modules is written, tested and mended, and killed in the middle', () => {
  it.each(cases(['after-tool-run'], ['before-tool-run', 'before-tool-respond']))('%s', async (point) => {
    const app = await stuck(point)
    const address = `${scene.site.url}${new URL(app.page.url()).hash}`
    await crashTab(app.page)
    const again = appOn(await scene.browser.context.newPage())
    await again.page.goto(address)
    await again.untilAnswer('All tests pass.')

    const { mock } = scene
    expect(mock.journal()).toHaveLength(script.length)
    const said =
      mock
        .journal()
        .at(-1)
        ?.body.messages?.filter(({ role }) => role === 'tool') ?? []
    const results = said.slice(-4).map(({ content }) => String(content))
    const failed =
      /✗ counts each piece[\s\S]*expected 50 to be 150[\s\S]*cart\.test\.ts:6[\s\S]*Tests: 2 passed, 1 failed/
    expect(results[0]).toMatch(failed)
    expect(results[0]).toMatch(/\n1$/)
    expect(results[1]).toMatch(failed)
    expect(results[3]).toContain('Tests: 3 passed, 0 failed (3 assertions)')
    expect(results[3]).toContain('| (index) | name  | count |')
    expect(results[3]).toMatch(/changed runs\.txt\nchanged cart\.html/)

    // what failed stays in sight, with its tests
    const first = again.toolCalls('run_javascript').first()
    expect(await visibleText(first)).toContain('2 passed, 1 failed')
    await first.locator('summary').first().click()
    await first.getByRole('region', { name: 'Tests' }).getByText('the cart > counts each piece').waitFor()
    await again.openFiles()
    await again.files.getByRole('treeitem', { name: 'runs.txt' }).click()
    // the failed run, and the good one exactly once
    await eventually(() => visibleText(again.files)).toMatch(/run\s+run(?!\s+run)/)
  })
})

it('Stop ends a module that never ends within a second, and nothing of it is saved', async () => {
  const { app, mock } = scene
  const write = { path: 'endless.ts', content: "writeFile('a.txt', 'x'); const n: number = 1\\nfor (;;);\\n" }
  mock.setScript([
    { text: 'Writing.', toolCalls: [{ name: 'write_file', arguments: write }] },
    {
      text: 'Running.',
      toolCalls: [{ name: 'run_javascript', arguments: { code: "import './endless.ts'", timeout_ms: 100_000 } }],
    },
  ])
  await app.connect({ kind: 'OpenAI-compatible', baseUrl: mock.baseUrl })
  await app.send('Run')
  await app.untilStatus('Using run_javascript')
  await app.button('Stop').click()
  await app.untilStatus('Stopped')
  await app.openFiles()
  await eventually(() => app.files.getByRole('treeitem').allInnerTexts()).toEqual([
    expect.stringContaining('endless.ts'),
  ])
})

it('compiler and libraries are loaded when code first imports, and not with the sandbox', async () => {
  const { app, mock } = scene
  const code = (text: string) => [{ name: 'run_javascript', arguments: { code: text } }]
  mock.setScript([
    { text: 'One.', toolCalls: code('6 * 7') },
    { text: 'Two.', toolCalls: code("import dayjs from 'dayjs'; dayjs('2026-01-31').add(1, 'month').format('D MMM')") },
    { text: 'Done.' },
  ])
  const fetched: [string, number][] = []
  scene.browser.context.on('request', (request) => {
    if (/part-modules/.test(request.url())) fetched.push([request.url(), mock.journal().length])
  })
  await app.connect({ kind: 'OpenAI-compatible', baseUrl: mock.baseUrl })
  await app.send('Run')
  await app.untilAnswer('Done.')
  const said =
    mock
      .journal()
      .at(-1)
      ?.body.messages?.filter(({ role }) => role === 'tool') ?? []
  expect(said.map(({ content }) => String(content))).toEqual([
    expect.stringContaining('42'),
    expect.stringContaining('28 Feb'),
  ])
  expect(fetched.length).toBeGreaterThan(0)
  // the first answer of the model ran code without it
  expect(fetched.map(([, asked]) => asked)).not.toContain(1)
})
