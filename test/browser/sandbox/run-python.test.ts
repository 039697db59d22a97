import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readerOf } from '../../../src/tools/disk/disk-reader.ts'
import type { PythonProgram } from '../../../src/tools/python/program.ts'
import { runPython as runPythonTool } from '../../../src/tools/python/run-python.ts'
import type { CodeFile, Files, PythonOutcome, ToolContext } from '../../../src/tools/tool.ts'
import { endSpare, runPython } from '../../../src/worker/ports/run-python.ts'
import { memoryDisk } from '../../unit/tools/memory-disk.ts'

/** The real Python in its real thread. */
const RealWorker = globalThis.Worker
let alive = 0
let started = 0

beforeAll(() => {
  globalThis.Worker = class extends RealWorker {
    constructor(url: string | URL, options?: WorkerOptions) {
      super(url, options)
      alive++
      started++
    }
    override terminate(): void {
      super.terminate()
      alive--
    }
  }
})
afterAll(() => {
  endSpare()
  globalThis.Worker = RealWorker
})
/** Other tests use the thread that waits for the next run, since each start of Python takes a second of work. */
const countFromNow = (): void => {
  endSpare()
  alive = 0
  started = 0
}

type Options = {
  files?: CodeFile[]
  folders?: string[]
  timeLimit?: number
  signal?: AbortSignal
  onOutput?: (text: string) => void
}
const fileOf = (path: string, text: string): CodeFile => {
  const bytes = new TextEncoder().encode(text)
  return { path, size: bytes.length, bytes }
}
const run = (code: string, { files = [], folders = [], timeLimit = 60_000, ...watch }: Options = {}) =>
  runPython(
    { code, packages: [], files, folders, timeLimit },
    {
      signal: watch.signal ?? new AbortController().signal,
      onOutput: watch.onOutput ?? (() => {}),
      progress: () => {},
      getWheel: () => Promise.reject(new Error('no network')),
    },
  )
/** An empty workspace. */
const noFiles = (): Files =>
  ({ list: async () => [], info: async () => null, put: async ({ length }: Uint8Array) => `blob-${length}` }) as never
const textOf = (bytes: Uint8Array | null): string | null => bytes && new TextDecoder().decode(bytes)

it('prints, has a value, reads and changes files', async () => {
  const outcome = await run(
    `import csv, statistics, os
rows = list(csv.DictReader(open('in/data.csv')))
print('rows', len(rows))
os.makedirs('out')
open('out/mean.txt', 'w').write(str(statistics.mean(float(r['n']) for r in rows)))
os.remove('old.txt')
sum(int(r['n']) for r in rows)`,
    { files: [fileOf('in/data.csv', 'n\n1\n2\n3\n'), fileOf('old.txt', 'x'), fileOf('same.txt', 'y')] },
  )
  if (!outcome.ok) throw new Error(outcome.error)
  expect(outcome.output).toBe('rows 3\n')
  expect(outcome.value).toBe('6')
  expect(outcome.changes.map(({ path, bytes }) => [path, textOf(bytes)])).toEqual([
    ['out/mean.txt', '2.0'],
    ['old.txt', null],
  ])
})

it('says what failed and where', async () => {
  const outcome = await run('def f(n):\n  return 1 / n\n\nprint("before")\nf(0)')
  expect(outcome).toMatchObject({ ok: false, output: 'before\n' })
  expect(outcome.ok || outcome.error).toContain('ZeroDivisionError: division by zero')
  expect(outcome.ok || outcome.error).toContain('File "code.py", line 2, in f\n    return 1 / n')
  expect(outcome.ok || outcome.error).not.toContain('_setup')
})

it('shows output while the code runs, and awaits at the top', async () => {
  const seen: string[] = []
  const outcome = await run('import asyncio\nfor n in range(3):\n  print(n)\n  await asyncio.sleep(0.12)\n"ä" * 3', {
    onOutput: (text) => seen.push(text),
  })
  expect(seen[0]).toBe('0\n')
  expect(seen.length).toBeGreaterThan(1)
  expect(outcome).toMatchObject({ ok: true, output: '0\n1\n2\n', value: "'äää'" })
})

it('imports modules of the workspace, and sqlite3 works on its files', async () => {
  const outcome = await run(
    `import tools.sums as sums, sqlite3
db = sqlite3.connect('notes.db')
db.execute('create table n (v)'); db.executemany('insert into n values (?)', [(1,), (2,)]); db.commit(); db.close()
sums.add(*[v for v, in sqlite3.connect('notes.db').execute('select v from n')])`,
    { files: [fileOf('tools/sums.py', 'def add(a, b):\n  return a + b\n')] },
  )
  expect(outcome).toMatchObject({ ok: true, value: '3' })
  expect(outcome.ok && outcome.changes.map(({ path }) => path)).toEqual(['notes.db'])
})

/** By path. */
const changesOf = (outcome: PythonOutcome) => {
  if (!outcome.ok) return outcome.error
  return Object.fromEntries(outcome.changes.map(({ path, bytes }) => [path, textOf(bytes)]))
}

it('could only read files of the linked folder: what it writes below /disk is among its changes', async () => {
  const code = `import os
print(open('/disk/notes/a b.txt').read(), os.listdir('/disk/notes'), os.listdir('/disk/empty'), os.listdir('.'))
open('/disk/notes/a b.txt', 'a').write(' and Python')
open('/disk/empty/new.txt', 'w').write('x')
open('/disk/same.txt', 'w').write('same')
os.remove('/disk/gone.txt')
os.symlink('/disk/same.txt', '/disk/link.txt')
open('own.txt', 'w').write('y')`
  const disk = { 'notes/a b.txt': 'of the disk', 'same.txt': 'same', 'gone.txt': 'g', 'large.bin': null }
  const files = Object.entries(disk).map(([path, text]) =>
    text === null ? { path: `/disk/${path}`, size: 9, bytes: null } : fileOf(`/disk/${path}`, text),
  )
  const outcome = await run(code, { files: [fileOf('own.txt', 'x'), ...files], folders: ['/disk', '/disk/empty'] })
  expect(outcome.output).toBe("of the disk ['a b.txt'] [] ['own.txt']\n")
  expect(changesOf(outcome)).toEqual({
    'own.txt': 'y',
    '/disk/notes/a b.txt': 'of the disk and Python',
    '/disk/empty/new.txt': 'x',
    '/disk/gone.txt': null,
  })
})

it('code that removes the whole of /disk, and of the workspace, breaks nothing', async () => {
  const code = `import os, shutil
os.chdir('/')
shutil.rmtree('/disk'); shutil.rmtree('/work')
os.symlink('/lib', '/disk')`
  const outcome = await run(code, { files: [fileOf('own.txt', 'x'), fileOf('/disk/a.txt', 'a')], folders: ['/disk'] })
  expect(changesOf(outcome)).toEqual({ 'own.txt': null, '/disk/a.txt': null })
})

it('killed after it has written below /disk, it changes nothing on disk; the next run is offered to disk_write once', async () => {
  const folder = memoryDisk({ 'log.txt': 'one\n' })
  const files = noFiles()
  const code = `import time
open('/disk/log.txt', 'a').write('two\\n')
print('written', flush=True)
if PAUSE: time.sleep(60)`
  const call = (pauses: boolean, signal: AbortSignal, progress: (words: string) => void = () => {}) =>
    runPythonTool.run({ code: `PAUSE = ${pauses ? 'True' : 'False'}\n${code}` }, {
      ...{ signal, progress, files, disk: readerOf(folder), runPython },
    } as unknown as ToolContext)
  const killed = new AbortController()
  const first = call(true, killed.signal, (words) => {
    if (words.includes('written')) killed.abort()
  })
  await expect(first).rejects.toThrow(/abort/i)
  expect(folder.textOf('log.txt')).toBe('one\n')
  const again = await call(false, new AbortController().signal)
  if (!('content' in again)) throw new Error('no result')
  expect(folder.textOf('log.txt')).toBe('one\n')
  expect(again.files?.map(({ path, from }) => [path, from])).toEqual([['.disk/log.txt', null]])
  const [block] = again.content
  const calls = [...((block?.type === 'text' && block.text) || '').matchAll(/^disk_write (.*)$/gm)]
  expect(calls.map(([, args = '']) => JSON.parse(args))).toEqual([
    { path: 'log.txt', version: await readerOf(folder).version('log.txt'), workspace_path: '.disk/log.txt' },
  ])
})

const REFUSED: readonly (readonly [string, RegExp])[] = [
  ['import js', /No module named 'js'. Python has no way to the page/],
  ['from js import fetch', /No module named 'js'/],
  ['import pyodide.http', /No module named 'pyodide/],
  ['from pyodide.code import run_js', /Pyodide itself cannot be used/],
  ['import _pyodide_core', /Pyodide itself cannot be used/],
  ['import micropip', /Name the package in "packages"/],
  ['import requests', /tool fetch_page/],
  ['input("name?")', /tool ask_user/],
  ['import urllib.request; urllib.request.urlopen("http://example.com")', /Error/],
  ['import subprocess; subprocess.run(["ls"])', /Error/],
  ['import threading; threading.Thread(target=print).start()', /Error/],
  ['open("big.bin").read()', /PermissionError/],
  ['import numpy', /No module named 'numpy'/],
  ['[0] * 900_000_000', /MemoryError/],
  ['[0] * 10**9 * 10', /MemoryError/],
  ['a = []\nwhile True: a.append(bytes(50_000_000))', /MemoryError/],
  ['def f(): f()\nf()', /RecursionError/],
]

it('what Python cannot do here is refused in words, and the code goes on', async () => {
  const code = `import json
tries = json.loads(${JSON.stringify(JSON.stringify(REFUSED.map(([code]) => code)))})
for index, code in enumerate(tries):
  try:
    exec(code, {})
    print(f'{index} nothing')
  except BaseException as error:
    print(index, type(error).__name__, str(error).replace('\\n', ' '))`
  const outcome = await run(code, { files: [{ path: 'big.bin', size: 1e9, bytes: null }] })
  if (!outcome.ok) throw new Error(outcome.error)
  const lines = outcome.output.trimEnd().split('\n')
  expect(lines).toHaveLength(REFUSED.length)
  for (const [index, [code, words]] of REFUSED.entries()) expect(`${code}: ${lines[index]}`).toMatch(words)
})

/** Finds an object of JavaScript behind Python's back, and tries from there. */
const ESCAPE = `
import gc, sys
def proxies():
  seen, todo = set(), [*gc.get_objects(), *sys.modules.values()]
  while todo and len(seen) < 300000:
    one = todo.pop()
    if id(one) in seen: continue
    seen.add(id(one))
    if type(one).__name__ == 'JsProxy' or 'JsProxy' in type(one).__name__:
      yield one
    try: todo.extend(gc.get_referents(one))
    except Exception: pass
found = []
names = ['fetch', 'XMLHttpRequest', 'WebSocket', 'indexedDB', 'caches', 'navigator', 'importScripts', 'Worker', 'BroadcastChannel', 'FontFace', 'eval', 'location']
count = 0
for proxy in proxies():
  count += 1
  for name in names:
    try:
      if getattr(proxy, name, None) is not None: found.append(f'{name} of {str(proxy)[:60]}')
    except Exception: pass
  for step in ('constructor.constructor', 'constructor', '__proto__.constructor.constructor'):
    try:
      made = proxy
      for part in step.split('.'): made = getattr(made, part)
      world = made('return globalThis')()
      found.append(f'{step} of {str(proxy)[:60]} gave {str(world)[:60]}')
    except BaseException: pass
print('proxies', count)
found[:20]
`
it('an object of JavaScript that is found in memory leads nowhere', async () => {
  const outcome = await run(ESCAPE)
  if (!outcome.ok) throw new Error(outcome.error)
  console.info(outcome.output)
  expect(outcome.value).toBe('[]')
})

it.each([
  ['a loop that catches', 'while True:\n  try:\n    while True: pass\n  except BaseException: pass'],
  ['a loop in C', 'sum(range(10**12))'],
  ['printing', 'while True: print("x" * 1000)'],
])('Stop ends %s within a second', async (_, code) => {
  countFromNow()
  const controller = new AbortController()
  let said = (): void => {}
  const begun = new Promise<void>((resolve) => (said = resolve))
  const running = run(`print('begun', flush=True)\n${code}`, { signal: controller.signal, onOutput: () => said() })
  await begun
  const reason = new DOMException('stopped', 'AbortError')
  const before = performance.now()
  controller.abort(reason)
  await expect(running).rejects.toBe(reason)
  expect(performance.now() - before).toBeLessThan(1000)
  expect(alive).toBe(0)
})

it('a time limit ends what ignores it', async () => {
  expect(await run('while True: pass', { timeLimit: 300 })).toMatchObject({
    ok: false,
    error: expect.stringMatching(/too long/),
  })
})

it('no run finds what another left, and the next one does not wait for Python', async () => {
  countFromNow()
  await run('import builtins, csv; builtins.left = 1; csv.reader = None; open("/tmp/left", "w").write("x")')
  const before = started
  const outcome = await run(
    'import builtins, csv, os; [hasattr(builtins, "left"), csv.reader is None, os.path.exists("/tmp/left"), os.listdir(".")]',
  )
  expect(outcome).toMatchObject({ ok: true, value: '[False, False, False, []]' })
  // one that waits for the next run, and none for this one
  expect(started - before).toBe(1)
})

it('too many files, and names that no file can have, are refused in words', async () => {
  expect(await run('for n in range(1100): open(f"f{n}", "w").close()')).toMatchObject({
    ok: false,
    error: expect.stringMatching(/More than 1000 files/),
  })
  expect(await run('open("big", "wb").write(bytes(70_000_000))')).toMatchObject({
    ok: false,
    error: expect.stringMatching(/More than 64 MB/),
  })
  const outcome = await run('import os; os.symlink("/lib", "link"); open("a\\nb", "w").write("x"); None')
  expect(outcome.ok && outcome.changes.map(({ path }) => path)).toEqual(['a\nb'])
})

describe('a program of the shell', () => {
  const program = async (code: string, more: Partial<PythonProgram> = {}, files: CodeFile[] = []) => {
    const given = { file: 'a.py', argv: ['a.py'], cwd: '', path: '', stdin: new Uint8Array(), ...more }
    const watch = { onOutput: () => {}, progress: () => {}, getWheel: () => Promise.reject(new Error('no network')) }
    const outcome = await runPython(
      { code, program: given, packages: [], files, timeLimit: 60_000 },
      { signal: new AbortController().signal, ...watch },
    )
    if (!outcome.ok || outcome.end === undefined) throw new Error(JSON.stringify(outcome))
    const { stdout, stderr, exitCode } = outcome.end
    return { stdout: textOf(stdout), stderr, exitCode, changes: outcome.changes }
  }

  it('has arguments, an input, a folder and modules beside it', async () => {
    const code = `import sys, os, near
name = input('name? ')
print(sys.argv, name, sys.stdin.read(), os.listdir('.'), open('/workspace/b/c.txt').read(), __name__, near.N)
1 + 1`
    const ended = await program(
      code,
      { argv: ['a/x.py', '--n'], cwd: 'b', path: 'a', stdin: new TextEncoder().encode('ä\nrest') },
      [fileOf('b/c.txt', 'c'), fileOf('a/near.py', 'N = 7')],
    )
    expect(ended).toMatchObject({ exitCode: 0, stderr: '' })
    expect(ended.stdout).toBe("name? ['a/x.py', '--n'] ä rest ['c.txt'] c __main__ 7\n")
  })

  it.each([
    ['import sys; sys.exit(3)', 3, ''],
    ['import sys; sys.exit("words")', 1, 'words\n'],
    ['\n1 / 0', 1, 'line 2, in <module>'],
    ['print("x" * 5_000_000)', 1, 'at most 4194304 leave'],
  ])('%s', async (code, exitCode, stderr) => {
    const ended = await program(code)
    expect(ended.exitCode).toBe(exitCode)
    expect(ended.stderr).toContain(stderr)
  })

  it('gives bytes, and what it wrote counts though it fails', async () => {
    const code = `import sys, runpy
open('out.txt', 'w').write('x')
sys.stdout.buffer.write(bytes([255, 0]))
sys.exit(1)`
    const { changes, exitCode } = await program(code)
    expect(exitCode).toBe(1)
    expect(changes.map(({ path }) => path)).toEqual(['out.txt'])
  })

  it('unittest runs the tests of the workspace', async () => {
    const tests = `import unittest
class T(unittest.TestCase):
  def test_good(self): self.assertEqual(1, 1)
  def test_bad(self): self.assertEqual(1, 2)
`
    const code = "import runpy\nrunpy.run_module('unittest', run_name='__main__', alter_sys=True)\n"
    const ended = await program(code, { argv: ['unittest', 'discover'] }, [fileOf('test_a.py', tests)])
    expect(ended.exitCode).toBe(1)
    expect(ended.stderr).toContain('Ran 2 tests')
    expect(ended.stderr).toContain('FAILED (failures=1)')
  })

  it('has no way out either', async () => {
    const code = `import sys
for line in ['import js', 'import pyodide.http', 'import urllib.request; urllib.request.urlopen("http://example.com")', 'import micropip']:
  try: exec(line); print('out')
  except (Exception, ModuleNotFoundError) as error: print(type(error).__name__, file=sys.stderr)
exec('def f(:')`
    const ended = await program(code)
    expect(ended.stdout).toBe('')
    expect(ended.stderr).toMatch(/^(\w*Error\n){4}Traceback[\s\S]*SyntaxError/)
  })
})
