import { describe, expect, it } from 'vitest'
import { fileOf, runCode } from './machine.ts'

const store = fileOf(
  'app/store.js',
  'import { later } from "./later.js"\nexport const items = []\nexport function add(item) { items.push(item); return later(item) }\nexport default class Store {}\n',
)
const later = fileOf('app/later.js', 'export const later = (item) => Promise.resolve(`later ${item}`)\n')

describe('modules of the workspace', () => {
  it('are imported, and the last expression is still the value', async () => {
    const ran = await runCode(
      "import Store, { add, items } from './app/store.js'\nawait add('one')\n;[items, Store.name]",
      {
        files: [store, later],
      },
    )
    expect(ran).toMatchObject({ error: '', value: '[["one"], "Store"]' })
  })

  it.each([
    ["const { add } = await import('./app/store'); add.name", 'add'],
    ["import * as all from '/app/store.js'; Object.keys(all).sort().join()", 'add,default,items'],
    ["import data from './app/data.json'; data.n", '7'],
    ["import { area } from './shape.js'; area({ w: 2, h: 3 })", '6'],
    ["import { area, type Box } from './shape.ts'; const box: Box = { w: 2, h: 4 }; area(box)", '8'],
    ['const n: number = 6; (n as number) * 7', '42'],
    ['const x: unknown = 42; <number>x', '42'],
    ['const id = <T>(x: T): T => x; id(42)', '42'],
    [
      "import { Card } from './card.jsx'; import render from 'preact-render-to-string'; render(<Card name=\"Ä\" />)",
      '<b class="c">Ä</b>',
    ],
    ["import { one } from './cycle-a.js'; one()", 'two of one'],
    ['export const answer = 42; answer', '42'],
  ])('%s', async (code, value) => {
    const files = [
      ...[store, later, fileOf('app/data.json', '{"n": 7}')],
      fileOf(
        'shape.ts',
        'export type Box = { w: number; h: number }\nexport const area = (box: Box): number => box.w * box.h\n',
      ),
      fileOf('card.jsx', 'export const Card = ({ name }) => <b class="c">{name}</b>\n'),
      fileOf(
        'cycle-a.js',
        "import { two } from './cycle-b.js'\nexport const one = () => two()\nexport const name = 'one'\n",
      ),
      fileOf('cycle-b.js', "import { name } from './cycle-a.js'\nexport const two = () => `two of ${name}`\n"),
    ]
    const ran = await runCode(code, { files })
    expect(ran).toMatchObject({ error: '', value })
  })

  it.each([
    ["import x from './nope.js'", /There is no module ".\/nope.js" \(of code.js\)/],
    ["import x from '../outside.js'", /leads out of the workspace/],
    ["import _ from 'lodash'", /no library "lodash" here[\s\S]*Object.groupBy[\s\S]*papaparse, dayjs/],
    ["import fs from 'node:fs'", /Use the globals readFile/],
    ["import x from 'app/store.js'", /The file of the workspace is ".\/app\/store.js"/],
    ["import x from 'https://example.com/x.js'", /no library/],
    ["import './broken.js'", /SyntaxError[\s\S]*broken\.js/],
    ["import './broken.ts'", /broken\.ts|Unexpected token/],
    ["import './style.css'", /is no module/],
    ["import './bad.json'", /JSON/],
    ["import { x } from './app/store.js'\nlet = ;", /SyntaxError.*\(2:/],
    ["import './throws.js'", /Error: thrown[\s\S]*throws\.js:2/],
    ["import './deep.ts'", /too deep|stack|recursion|RangeError|InternalError/i],
    ["import 'shelf:nope'", /no library "nope"/],
    ["import './shelf:x.js'", /cannot be named/],
    ["import './problem:x.js'", /cannot be named/],
    ["import 'constructor'", /no library "constructor"/],
    ["import '__proto__'", /no library "__proto__"/],
    ["import 'data:text/javascript,1'", /no library/],
    ["await import('//example.com/x.js')", /no module/],
    ['await import(`blob:${1}`)', /no library/],
    ["import './../../../etc/passwd'", /leads out of the workspace/],
    ["import { later } from './tangled-a.js'; later", /ReferenceError|not initialized/],
    ["await import('./deep.js')", /stack overflow|too deep|InternalError|RangeError/],
  ])('%j says what is wrong', async (code, error) => {
    const files = [
      ...[store, later, fileOf('broken.js', 'export const = 1'), fileOf('broken.ts', 'const a: = 1')],
      ...[fileOf('style.css', 'a {}'), fileOf('bad.json', '{'), fileOf('throws.js', '\nthrow new Error("thrown")\n')],
      fileOf('deep.js', `export default ${'['.repeat(20_000)}`),
      fileOf('deep.ts', `export default ${'['.repeat(200_000)}`),
      fileOf('tangled-a.js', "import { early } from './tangled-b.js'\nexport const later = early\n"),
      fileOf('tangled-b.js', "import { later } from './tangled-a.js'\nexport const early = later\n"),
      fileOf('shelf:x.js', 'export default 1'),
      fileOf('problem:x.js', 'export default 1'),
    ]
    expect((await runCode(code, { files })).error).toMatch(error)
  })

  it('5 MB of TypeScript are compiled, or refused in words; none takes the thread with it', async () => {
    const line = 'export const value: number = 1;\n'
    const big = fileOf('big.ts', `${line}${'// x\n'.repeat(100_000)}`)
    expect(await runCode("import { value } from './big.ts'; value", { files: [big] })).toMatchObject({ value: '1' })
    const huge = fileOf('huge.ts', line + ' '.repeat(5 * 1024 * 1024))
    expect((await runCode("import { value } from './huge.ts'", { files: [huge] })).error).toMatch(/larger than 5 MB/)
  })
})

it('code that lies in a folder imports from there', async () => {
  const ran = await runCode("import { later } from './later.js'; await later(1)", {
    path: 'app/main.test.ts',
    files: [later],
  })
  expect(ran).toMatchObject({ error: '', value: 'later 1' })
  expect((await runCode('\nnope()', { path: 'app/main.ts' })).error).toContain('app/main.ts:2')
})

describe('the shelf', () => {
  const CHART = `import * as echarts from 'echarts'
const chart = echarts.init(null, null, { renderer: 'svg', ssr: true, width: 400, height: 300 })
chart.setOption({ xAxis: { data: ['Mon', 'Tue'] }, yAxis: {}, series: [{ type: 'bar', data: [3, 5] }, { type: 'pie', data: [1, 2] }] })
export const svg = chart.renderToSVGString()
`
  it.each([
    ['by the code', `${CHART}writeFile('chart.svg', svg)`, []],
    [
      'by a module of the workspace',
      "import { svg } from './chart.js'; writeFile('chart.svg', svg)",
      [fileOf('chart.js', CHART)],
    ],
  ])('a chart is drawn as SVG, without a page, when it is named %s', async (_, code, files) => {
    const { error, files: written } = await runCode(code, { files })
    expect(error).toBe('')
    expect(written['chart.svg']).toMatch(/^<svg width="400" height="300"[\s\S]*Mon[\s\S]*<path[\s\S]*<\/svg>$/)
  })

  it.each([
    ["import Papa from 'papaparse'; Papa.parse('a,b\\n1,\"x,y\"', { header: true }).data", '[{a: "1", b: "x,y"}]'],
    [
      "import dayjs from 'dayjs'; import utc from 'dayjs/plugin/utc'; dayjs.extend(utc); dayjs.utc('2026-01-31').add(1, 'month').format('YYYY-MM-DD')",
      '2026-02-28',
    ],
    [
      "import { mean, standardDeviation } from 'simple-statistics'; [mean([1, 2, 6]), standardDeviation([2, 2])]",
      '[3, 0]',
    ],
    [
      "import { zipSync, unzipSync, strToU8, strFromU8 } from 'fflate'; strFromU8(unzipSync(zipSync({ a: strToU8('hi') })).a)",
      'hi',
    ],
  ])('%s', async (code, value) => {
    expect(await runCode(code)).toMatchObject({ error: '', value })
  })
})

describe('tests that the agent wrote', () => {
  const suite = `import { describe, expect, test } from 'vitest'
import { add, items } from './app/store.js'
describe('the store', () => {
  test('adds', async () => { expect(await add('x')).toBe('later x'); expect(items).toEqual(['x']) })
  test('fails', () => { expect({ a: [1, 2] }).toEqual({ a: [1, 3] }) })
  test.skip('later', () => {})
  test.each([[1, 2], [2, 4]])('doubles %s', (one, two) => expect(one * 2).toBe(two))
  test('throws', () => { expect(() => null.x).toThrow(TypeError); expect(Promise.reject(new Error('no'))).rejects.toThrow('no') })
})`

  it('run at the end, and the summary is the value', async () => {
    const ran = await runCode("import './store.test.js'", { files: [store, later, fileOf('store.test.js', suite)] })
    expect(ran.error).toBe('')
    expect(ran.value).toBe('')
    expect(ran.tests).toEqual({
      ...{ passed: 4, failed: 1, skipped: 1, assertions: 7 },
      failures: ['the store > fails'],
    })
    expect(ran.output).toContain('the store\n  ✓ adds\n  ✗ fails')
    expect(ran.output).toContain('AssertionError: expected {a: [1, 2]} to equal {a: [1, 3]}')
    expect(ran.output).toMatch(/store\.test\.js:5/)
  })

  it('hooks run around each test, and one that fails is counted', async () => {
    const ran = await runCode(`const seen = []
      beforeAll(() => seen.push('first')); beforeEach(() => seen.push('before')); afterEach(() => seen.push('after'))
      test('one', () => { seen.push('one') })
      describe('inner', () => { beforeEach(() => seen.push('inner')); test('two', () => { seen.push('two') }) })
      afterAll(() => { console.log(seen.join(' ')); throw new Error('last') })`)
    expect(ran.output).toContain('first before one after before inner two after\n')
    expect(ran.tests).toMatchObject({
      passed: 2,
      failed: 1,
      failures: [expect.stringContaining('afterAll of the file')],
    })
  })

  it('thousands that fail with long names leave in bounds', async () => {
    const ran = await runCode("for (let n = 0; n < 3000; n++) test('x'.repeat(5000), () => expect(1).toBe(2))")
    expect(ran.tests).toMatchObject({ passed: 0, failed: 3000 })
    expect(ran.tests?.failures).toHaveLength(100)
    expect(ran.tests?.failures[0]).toHaveLength(300)
  })

  it('code that breaks JSON has its tests counted', async () => {
    const ran = await runCode("JSON.stringify = () => 'nope'; test('it', () => {})")
    expect(ran.tests).toMatchObject({ passed: 1 })
  })

  it.each([
    'expect(1).toBe(2)',
    'expect([1]).not.toContain(1)',
    'expect({ a: 1 }).toStrictEqual({ a: 1, b: undefined })',
    'expect("abc").toMatch(/x/)',
    'expect(() => {}).toThrow()',
    'expect(0.1 + 0.2).toBe(0.3)',
    'expect([]).toHaveLength(1)',
    'expect({ a: { b: 1 } }).toHaveProperty("a.c")',
    'expect(new Map([[1, 2]])).toEqual(new Map([[1, 3]]))',
    'await expect(Promise.resolve(1)).rejects.toThrow()',
    'const f = vi.fn(); f(1); expect(f).toHaveBeenCalledWith(2)',
    'expect({ a: 1, b: 2 }).toEqual(expect.objectContaining({ a: 2 }))',
    'await new Promise(() => {})',
    'expect(undefined).toBeDefined()',
    'expect(3).toBeLessThan(3)',
    'expect(new Date(1)).toEqual(new Date(2))',
  ])('fail where they have to: %s', async (body) => {
    const ran = await runCode(`test('it', async () => { ${body} })`)
    expect(ran.error).toBe('')
    expect(ran.tests).toMatchObject({ passed: 0, failed: 1, failures: ['it'] })
  })

  it.each([
    'expect(1).toBe(1)',
    'expect({ a: 1 }).toEqual({ a: 1, b: undefined })',
    'expect(0.1 + 0.2).toBeCloseTo(0.3)',
    'expect({ a: { b: [1] } }).toHaveProperty("a.b[0]", 1)',
    'expect(new Set([1])).toEqual(new Set([1]))',
    'await expect(Promise.resolve(1)).resolves.toBe(1)',
    'await expect(Promise.reject(new TypeError("x"))).rejects.toThrow(TypeError)',
    'const f = vi.fn(() => 3); expect(f(1)).toBe(3); expect(f).toHaveBeenCalledTimes(1)',
    'expect(NaN).toEqual(NaN)',
    'expect({ a: 1, b: 2 }).toMatchObject({ a: 1 })',
    'expect([1, 2]).toEqual(expect.arrayContaining([2]))',
    'expect(() => { throw new Error("bad thing") }).toThrow(/bad/)',
    'const a = {}; a.a = a; const b = {}; b.a = b; expect(a).toEqual(b)',
  ])('pass where they may: %s', async (body) => {
    expect((await runCode(`test('it', async () => { ${body} })`)).tests).toMatchObject({ passed: 1, failed: 0 })
  })
})
