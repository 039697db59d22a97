import { expect, it } from 'vitest'
import { bundlePage } from '../../../../src/sandbox/pages/bundle-page.ts'
import type { Workspace } from '../../../../src/sandbox/pages/page-files.ts'

function workspaceOf(given: Record<string, string | Uint8Array>): Workspace & { asked: string[] } {
  const asked: string[] = []
  const bytes = new Map(
    Object.entries(given).map(([path, content]) => [
      path,
      typeof content === 'string' ? new TextEncoder().encode(content) : content,
    ]),
  )
  return {
    asked,
    sizeOf: (path) => bytes.get(path)?.length ?? null,
    typeOf: () => 'text/plain',
    inFolder: (folder) => [...bytes.keys()].filter((path) => path.startsWith(folder)),
    read: async (path) => {
      asked.push(path)
      return bytes.get(path) ?? null
    },
  }
}
const bundleOf = async (page: string, files: Record<string, string | Uint8Array>) => {
  const workspace = workspaceOf(files)
  const made = await bundlePage(page, String(files[page]), workspace)
  return { ...made, asked: workspace.asked }
}
/** Where a line of the bundle that holds `words` comes from. */
const originOf = (bundle: { html: string; lines: [number, string, number][] }, words: string): string => {
  const line = bundle.html.slice(0, bundle.html.indexOf(words)).split('\n').length
  const [at = 0, path = '', from = 0] = bundle.lines.findLast(([begins]) => begins <= line) ?? []
  return `${path}:${from + line - at}`
}

const APP = {
  'app/index.html': `<!doctype html>
<html>
<head>
<link rel="stylesheet" href="./style.css">
<link rel="icon" href="icon.png">
<script src="classic.js"></script>
<script defer src="late.js"></script>
</head>
<body>
<img src="pics/a%20b.png" alt="x">
<script type="module" src="main.ts"></script>
<script>
broken()
</script>
</body>
</html>
`,
  'app/style.css':
    '@import "base.css" screen;\nbody { background: url(pics/a%20b.png) }\n@font-face { src: url("f.woff2") }',
  'app/base.css': 'h1 { color: red }',
  'app/f.woff2': new Uint8Array([1]),
  'app/pics/a b.png': new Uint8Array([1, 2, 3]),
  'app/classic.js': 'var one = 1\nvar two = "</script><!--"',
  'app/late.js': 'document.title',
  'app/main.ts': `import { add } from './store.js'
import data from './data.json' with { type: 'json' }
import './style.css'
import { h } from 'preact'
const n: number = add(1, 2)
fetch('./more.json'); fetch(\`rows/\${n}.csv\`)
import('./lazy.jsx')
console.log(import.meta.url, data, h)`,
  'app/store.ts': `import { n } from './main.js'
export const add = (a: number, b: number): number => a + b + (n ?? 0)`,
  'app/lazy.jsx': 'export default () => <p>hi</p>',
  'app/data.json': '{"a": 1}',
  'app/more.json': '[1]',
  'app/rows/1.csv': 'a,b',
  'app/rows/2.csv': 'c,d',
  'app/unused.json': '{}',
}

it('a page comes with its files: styles, pictures, fonts, scripts, modules, and what its code fetches', async () => {
  const { bundle, notes, asked } = await bundleOf('app/index.html', APP)
  if (bundle === null) throw new Error('no bundle')
  expect(notes).toEqual([])
  expect(bundle.html).toContain('@media screen {h1 { color: red }}')
  expect(bundle.html).toContain('background: url("data:image/png;base64,AQID")')
  expect(bundle.html).toContain('url("data:font/woff2;base64,AQ==")')
  expect(bundle.html).toContain('<img src="data:image/png;base64,AQID" alt="x">')
  expect(bundle.html).not.toMatch(/<link|icon\.png/)
  expect(bundle.html).toContain('import "page:/app/main.ts"')
  // deferred code runs when the page is there
  expect(bundle.html.indexOf('document.title')).toBeGreaterThan(bundle.html.indexOf('broken()'))
  expect(Object.keys(bundle.modules).sort()).toEqual([
    'page:/app/data.json',
    'page:/app/lazy.jsx',
    'page:/app/main.ts',
    'page:/app/store.ts',
    'page:/app/style.css',
    'page:shelf:preact',
    'page:shelf:preact/jsx-runtime',
  ])
  const main = bundle.modules['page:/app/main.ts'] ?? ''
  expect(main.split('\n')).toHaveLength(8)
  expect(main.split('\n').slice(0, 3)).toEqual([
    'import { add } from "page:/app/store.ts"',
    'import data from "page:/app/data.json"',
    'import "page:/app/style.css"',
  ])
  expect(main).toContain('import("page:/app/lazy.jsx")')
  expect(main).toContain('"https://workspace.invalid/app/main.ts"')
  expect(bundle.modules['page:/app/store.ts']).toContain('from "page:/app/main.ts"')
  expect(bundle.modules['page:/app/data.json']).toBe('export default {"a":1}')
  expect(Object.keys(bundle.files).sort()).toEqual([
    'app/data.json',
    'app/more.json',
    'app/rows/1.csv',
    'app/rows/2.csv',
    'app/style.css',
  ])
  expect(bundle.files['app/more.json']).toEqual({ type: 'application/json', base64: btoa('[1]') })
  expect(asked).not.toContain('app/unused.json')
})

it('each line of the bundle is known by its file and line, and no code ends its script', async () => {
  const { bundle } = await bundleOf('app/index.html', APP)
  if (bundle === null) throw new Error('no bundle')
  expect(originOf(bundle, 'broken()')).toBe('app/index.html:13')
  expect(originOf(bundle, 'var two')).toBe('app/classic.js:2')
  expect(originOf(bundle, 'document.title')).toBe('app/late.js:1')
  expect(originOf(bundle, '<body>')).toBe('app/index.html:9')
  expect(bundle.html).toContain('"\\x3c/script>\\x3c!--"')
})

it('names what cannot be loaded, with its place', async () => {
  const { notes, bundle } = await bundleOf('index.html', {
    'index.html': `<script src="https://cdn.example/react.js"></script>
<link rel="stylesheet" href="gone.css">
<script type="module">
import { x } from './stoer.js'
import React from 'react'
import y from 'https://esm.sh/y'
</script>
<img src="//host/a.png"><img src="../../up.png">
<script type="module" src="bad.ts"></script>
<iframe src="other.html"></iframe>`,
    'bad.ts': 'const a = ;',
    'up.png': 'x',
  })
  const all = notes.join('\n')
  expect(all).toMatch(/^index\.html:1: "https:\/\/cdn\.example\/react\.js" was not loaded: a page has no network\.$/m)
  expect(all).toMatch(/^index\.html:2: there is no file "gone\.css"\.$/m)
  expect(all).toMatch(/^index\.html:4: There is no module "\.\/stoer\.js"/m)
  expect(all).toMatch(/^index\.html:5: There is no library "react".*preact/m)
  expect(all).toMatch(/^index\.html:6: the module "https:\/\/esm\.sh\/y" was not loaded/m)
  expect(all).toMatch(/^index\.html:8: "\/\/host\/a\.png"/m)
  expect(all).toMatch(/^bad\.ts: .*\(1:11\)/m)
  expect(all).toMatch(/^index\.html:10: a page inside the page/m)
  expect(bundle?.modules['page:/bad.ts']).toMatch(/^throw new SyntaxError/)
  expect(bundle?.html).not.toContain('cdn.example')
})

it('a page that needs no files has no bundle', async () => {
  const { bundle, notes } = await bundleOf('a.html', {
    'a.html':
      '<style>p{}</style><a href="#x">x</a><script>1</script><script type="module">await 1</script><img src="data:,x">',
  })
  expect([bundle, notes]).toEqual([null, []])
})

it('the import map of a page leads its modules', async () => {
  const { bundle, notes } = await bundleOf('a.html', {
    'a.html':
      '<script type="importmap">{"imports":{"app":"./src/app.js","vue":"https://cdn.example/vue.js"}}</script>\n<script type="module">import "app"\nimport "vue"</script>',
    'src/app.js': 'export {}',
  })
  expect(Object.keys(bundle?.modules ?? {})).toEqual(['page:/src/app.js'])
  expect(notes).toEqual([expect.stringMatching(/^a\.html:3: the module "https:\/\/cdn\.example\/vue\.js"/)])
})

it('400 files and 5 MB are the most; more is named, and nothing hangs', async () => {
  const pictures = Object.fromEntries(Array.from({ length: 1000 }, (_, n) => [`p${n}.png`, new Uint8Array([n % 256])]))
  const page = Object.keys(pictures)
    .map((path) => `<img src="${path}">`)
    .join('\n')
  const { count, notes, asked } = await bundleOf('a.html', { ...pictures, 'a.html': page })
  expect(asked).toHaveLength(400)
  expect(count).toBeLessThanOrEqual(1000)
  expect(notes).toHaveLength(41)
  expect(notes[0]).toMatch(/at most 400 files/)
  const large = await bundleOf('a.html', {
    'a.html': '<img src="a.png"><script src="b.js"></script>',
    'a.png': new Uint8Array(6_000_000),
    'b.js': '1',
  })
  expect(large.notes).toEqual([expect.stringMatching(/"a\.png" was left out/)])
  expect(large.bundle?.html).toContain('1')
})

it('hostile pages: circles, floods of tags, brackets and strings', async () => {
  const circle = await bundleOf('a.html', {
    'a.html': '<script type="module" src="a.js"></script><link rel="stylesheet" href="a.css">',
    'a.js': 'import "./b.js"',
    'b.js': 'import "./a.js"; import "./b.js"',
    'a.css': '@import "b.css"; a{}',
    'b.css': '@import "a.css"; b{}',
    __proto__: 'x',
  })
  expect(circle.notes).toEqual([])
  expect(Object.keys(circle.bundle?.modules ?? {})).toHaveLength(2)
  for (const text of [
    '<'.repeat(100_000),
    '<b>'.repeat(20_000),
    `<script>${'"'.repeat(100_000)}</script>`,
    `<style>${'/*'.repeat(50_000)}</style><img src=x>`,
    `<script type=module>${'import('.repeat(10_000)}</script>`,
  ])
    await bundleOf('a.html', { 'a.html': text })
})
