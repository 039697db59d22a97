import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { arrowsOf, type Sources } from '../support/arrows.ts'
import { findViolations, layers } from '../support/layers.ts'
import { mutualRooms, roomArrows } from '../support/rooms.ts'

const src = fileURLToPath(new URL('../../src/', import.meta.url))

function readSources(): Sources {
  const names = readdirSync(src, { recursive: true, encoding: 'utf8' }).filter((name) => /\.tsx?$/.test(name))
  return new Map(names.map((name) => [name.replaceAll('\\', '/'), readFileSync(`${src}${name}`, 'utf8')]))
}

/** Files that stand for a sound tree; each case below adds one breach. */
const sound: Record<string, string> = {
  'moorex/machine.ts': 'export const machine = 1',
  'settings/limits.ts': 'export const limits = 1',
  'tools/tool.ts': 'export type Tool = { name: string }',
  'llm/port.ts': `import { limits } from '../settings/limits.ts'\nexport const port = limits`,
  'agent/state.ts': `import type { Tool } from '../tools/tool.ts'\nexport type State = Tool`,
  'agent/transition.ts': `import type { State } from './state.ts'\nexport const transition = (state: State) => state`,
  'agent/status.ts': `import type { State } from './state.ts'\nexport const status = (state: State) => state.name`,
  'worker/main.ts': `import { transition } from '../agent/transition.ts'\nconsole.info(transition)`,
  'ui/main.tsx': `import './main.css'\nnew Worker(new URL('../worker/main.ts', import.meta.url), { type: 'module' })`,
  'ui/App.tsx': `import { status } from '../agent/status.ts'\nexport const App = () => <p>{String(status)}</p>`,
}
const withFile = (path: string, code: string): Sources => new Map(Object.entries({ ...sound, [path]: code }))

describe('the floors of src', () => {
  const arrows = arrowsOf(readSources())

  it('holds the import table', () => {
    const sources = readSources()
    expect(sources.size).toBeGreaterThan(10)
    expect(findViolations(sources)).toEqual([])
  })

  it.each([
    // both bars only ever come down
    ['worker', 0],
    ['ui', 1],
  ])('few rooms of %s import from each other: at most %i pairs', (floor, most) => {
    expect(roomArrows(arrows, floor).length).toBeGreaterThan(10)
    const pairs = mutualRooms(arrows, floor)
    expect(pairs.length, pairs.join(', ')).toBeLessThanOrEqual(most)
  })

  it('components ask by typed requests (base/state/ask.ts): only the state and the boot know the connection', () => {
    const knowing = arrows.filter(
      ({ from, to }) => from.startsWith('ui/') && to === 'ui/base/worker-link/connection.ts',
    )
    expect(knowing.length).toBeGreaterThan(3)
    const outside = knowing.filter(({ from }) => !/^ui\/(base\/(state|worker-link)|page\/boot)\//.test(from))
    expect(outside.map(({ from }) => from)).toEqual([])
    expect(arrows.filter(({ to }) => to === 'ui/base/state/ask.ts').length).toBeGreaterThan(20)
  })

  it('names every folder, and only those', () => {
    const folders = readdirSync(src, { withFileTypes: true }).filter((entry) => entry.isDirectory())
    expect(folders.map(({ name }) => name).sort()).toEqual(Object.keys(layers).sort())
  })
})

describe('the check itself', () => {
  it('accepts a sound tree', () => {
    expect(findViolations(new Map(Object.entries(sound)))).toEqual([])
  })

  it.each([
    ['upwards', 'moorex/a.ts', `import '../agent/state.ts'`, /moorex -> agent/],
    [
      'sideways on a floor',
      'tools/a.ts',
      `import { limits } from '../settings/limits.ts'\nlimits`,
      /tools -> settings/,
    ],
    [
      'a value where types alone may go',
      'agent/a.ts',
      `import { machine } from '../moorex/machine.ts'`,
      /value import/,
    ],
    ['an inline type, which still loads', 'agent/a.ts', `import { type Tool } from '../tools/tool.ts'`, /value import/],
    [
      'data of another floor',
      'tools/a.ts',
      `import data from '../llm/data.json'\ndata`,
      /data\.json' is no source file/,
    ],
    ['a value by import()', 'agent/a.ts', `export const a = () => import('../llm/port.ts')`, /dynamic import/],
    ['a type by import()', 'storage/a.ts', `export type A = import('../llm/port.ts').A`, /type import/],
    ['a re-export', 'storage/a.ts', `export { port } from '../llm/port.ts'\nexport const a = 1`, /value import/],
    ['the worker as a module', 'ui/a.ts', `import '../worker/main.ts'`, /ui -> worker/],
    [
      'another file as a worker',
      'ui/a.ts',
      `new Worker(new URL('../agent/state.ts', import.meta.url), { type: 'module' })`,
      /as a worker/,
    ],
    [
      'the sandbox started by the page',
      'ui/a.ts',
      `new Worker(new URL('../sandbox/quickjs-worker.ts', import.meta.url), { type: 'module' })`,
      /no source file|as a worker/,
    ],
    ['a classic worker', 'ui/a.ts', `new Worker(new URL('../worker/main.ts', import.meta.url))`, /URL of a module/],
    ['a module by its URL', 'ui/a.ts', `export const a = new URL('../worker/main.ts', import.meta.url)`, /URL of a/],
    ['transition in the page', 'ui/a.ts', `import { transition } from '../agent/transition.ts'`, /into the page/],
    [
      'transition in the page, through a selector',
      'agent/status.ts',
      `import { transition } from './transition.ts'\nexport const status = transition`,
      /ui\/App.tsx: loads/,
    ],
    ['a barrel', 'agent/all.ts', `export { status } from './status.ts'\nexport * from './state.ts'`, /barrel/],
    ['a barrel in two steps', 'agent/all.ts', `import { status } from './status.ts'\nexport { status }`, /barrel/],
    ['an index file', 'agent/index.ts', `export const a = 1`, /barrel/],
    ['a missing extension', 'ui/a.ts', `import { status } from '../agent/status'`, /no source file/],
    ['a root-absolute path', 'ui/a.ts', `import '/src/worker/main.ts'`, /no source file/],
    ['a folder outside the table', 'utils/a.ts', `export const a = 1`, /no such folder/],
    ['a computed import', 'ui/a.ts', `export const a = (name: string) => import(name)`, /cannot be followed/],
    ['a glob', 'ui/a.ts', `export const a = import.meta.glob('../worker/*.ts')`, /cannot be followed/],
  ])('finds %s', (_what, path, code, expected) => {
    expect(findViolations(withFile(path, code)).join('\n')).toMatch(expected)
  })

  it('finds a circle of three files once', () => {
    const circle = {
      'settings/a.ts': `import './b.ts'`,
      'settings/b.ts': `import './c.ts'`,
      'settings/c.ts': `import './a.ts'`,
    }
    expect(findViolations(new Map(Object.entries(circle)))).toEqual([
      'import each other in a circle: settings/a.ts, settings/b.ts, settings/c.ts',
    ])
  })

  it('finds two files that know only types of each other', () => {
    const circle = {
      'settings/a.ts': `import type { B } from './b.ts'\nexport type A = { b: B }`,
      'settings/b.ts': `import type { A } from './a.ts'\nexport type B = A[]`,
    }
    expect(findViolations(new Map(Object.entries(circle)))).toEqual([
      'import each other in a circle: settings/a.ts, settings/b.ts',
    ])
  })

  it('finds rooms that import from each other, loose files among them', () => {
    const floor = {
      'worker/main.ts': `import './tabs/tab.ts'`,
      'worker/refused.ts': `import type { Tab } from './tabs/tab.ts'\nexport type Refused = Tab`,
      'worker/tabs/tab.ts': `import type { Refused } from '../refused.ts'\nimport '../writer/writer.ts'\nexport type Tab = Refused`,
      'worker/writer/writer.ts': `import '../../storage/read.ts'\nimport './machine.ts'`,
      'worker/writer/machine.ts': `export const machine = 1`,
      'storage/read.ts': ``,
    }
    const arrows = arrowsOf(new Map(Object.entries(floor)))
    expect(roomArrows(arrows, 'worker')).toEqual([
      'main.ts -> tabs',
      'refused.ts -> tabs',
      'tabs -> refused.ts',
      'tabs -> writer',
    ])
    expect(mutualRooms(arrows, 'worker')).toEqual(['refused.ts <-> tabs'])
  })
})
