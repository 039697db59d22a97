import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { expect, it } from 'vitest'
import { keptFiles, lateFiles } from '../../../.build/service-worker.ts'

it('an installed app lacked a late part, or kept a picture for shops: its list has all files of the app and nothing else', () => {
  const folder = mkdtempSync(join(tmpdir(), 'reflexor-kept-'))
  const kept = ['index.html', 'icons/icon.svg', 'manifest.webmanifest', 'fonts/a.woff2']
  const hashed = [
    'assets/late-abc1234.js',
    'assets/late-abc1234.css',
    'assets/jbig2-abc1234.wasm',
    'assets/FoxitSymbol-a.pfb',
  ]
  const late = [
    ...[
      'assets/part-modules-abc1234.js',
      'assets/part-named-by-late-abc1234.js',
      'assets/part-python-abc1234.js',
      'assets/part-shell-abc1234.js',
      'assets/pyodide.asm-abc1234.wasm',
    ],
    ...['assets/python_stdlib-abc1234.zip', 'assets/sandbox-shell-abc1234.js', 'assets/sql-wasm-abc1234.wasm'],
  ]
  const others = [
    '_headers',
    'service-worker.js',
    'screenshots/a.png',
    'icons/icon-192.png',
    'assets/mermaid-abc1234.js',
    'assets/sites-abc1234.js',
    ...late,
  ]
  const onDemand = ['assets/quickjs-abc1234.wasm', 'assets/83pv-RKSJ-H-a.bcmap']
  try {
    for (const path of [...kept, ...hashed, ...others, ...onDemand]) {
      mkdirSync(dirname(join(folder, path)), { recursive: true })
      writeFileSync(join(folder, path), 'x')
    }
    // a script that only a late one names is late, one that an early one names, too, is not
    writeFileSync(
      join(folder, 'assets/sandbox-shell-abc1234.js'),
      'import"./part-named-by-late-abc1234.js";import"./late-abc1234.js"',
    )
    writeFileSync(join(folder, 'assets/mermaid-abc1234.js'), 'import"./late-abc1234.js"')
    writeFileSync(join(folder, 'assets/huge-abc1234.js'), 'x'.repeat(3_000_001))
    const list = keptFiles(folder)
    expect(list.map(({ url }) => url)).toEqual([...kept, ...hashed].sort())
    expect(lateFiles(folder)).toEqual(late)
    // a file without a hash in its name is fetched again when its words change
    const named = new Map(list.map(({ url, revision }) => [url, revision]))
    for (const path of hashed) expect(named.get(path)).toBeNull()
    for (const path of kept) expect(named.get(path)).toBe('9dd4e461268c8034f5c8564e155c67a6')
  } finally {
    rmSync(folder, { recursive: true })
  }
})
