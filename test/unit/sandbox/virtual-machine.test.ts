import { describe, expect, it, vi } from 'vitest'
import { worked } from '../../support/own-time.ts'
import { fileOf, runCode } from './machine.ts'

describe('code in the sandbox', () => {
  it.each([
    ['6 * 7', '42'],
    ['const a = await Promise.resolve(20); a + 22', '42'],
    ['({ a: [1, "x", null], b: new Map([[1, { c: 2n }]]) })', '{a: [1, "x", null], b: Map {1 => {c: 2n}}}'],
    ['new Uint8Array([1, 2])', 'Uint8Array [1, 2]'],
    ['const o = {}; o.o = o; o', '{o: [Circular]}'],
    ['let x = 1', ''],
    ['new TextDecoder().decode(new TextEncoder().encode("grüße"))', 'grüße'],
    ['new Promise((done) => setTimeout(() => done("late"), 20))', 'late'],
    [
      'let n = 0; await new Promise((r) => { const i = setInterval(() => { if (++n === 3) { clearInterval(i); r() } }, 1) }); n',
      '3',
    ],
  ])('gives the value of %s', async (code, value) => {
    const ran = await runCode(code)
    expect(ran.error).toBe('')
    expect(ran.value).toBe(value)
  })

  it('says what was logged, in order, also before an error', async () => {
    const ran = await runCode(
      'console.log("one", { a: 1 }); console.warn("two"); console.error([3]); throw new Error("no")',
    )
    expect(ran.output).toBe('one {a: 1}\nWarning: two\nError: [3]\n')
    expect(ran.error).toContain('Error: no')
  })

  it.each([
    ['let a = 1\n\nnull.foo', /TypeError: cannot read property 'foo' of null[\s\S]*code\.js:3/],
    ['let a = ;', /SyntaxError[\s\S]*code\.js:1/],
    ['const f = () => {\n  throw new RangeError("deep")\n}\nf()', /RangeError: deep[\s\S]*code\.js:2[\s\S]*code\.js:4/],
    ['throw { code: 7 }', /Uncaught \{code: 7\}/],
    ['await new Promise(() => {})', /waits for a promise that nothing will settle/],
    ['setTimeout(() => null.x, 1); await new Promise(() => {})', /timer of the code failed/],
    ['await import("https://example.com/x.js")', /Error/],
    ['require("fs")', /ReferenceError/],
  ])('says what failed and where: %j', async (code, error) => {
    expect((await runCode(code)).error).toMatch(error)
  })

  it('reads, writes and deletes files of a copy, and says what changed', async () => {
    const files = [fileOf('a.txt', 'one'), fileOf('b/c.txt', 'two')]
    const ran = await runCode(
      `const before = listFiles().map(({ path }) => path)
       writeFile('new.txt', readFile('a.txt') + readFile('b/c.txt'))
       writeFile('bytes.bin', new Uint8Array([104, 105, 33]).subarray(0, 2))
       deleteFile('a.txt')
       ;[before.join(), listFiles('b/').length, readFile('new.txt'), readBytes('bytes.bin').length].join(' ')`,
      { files },
    )
    expect(ran.error).toBe('')
    expect(ran.value).toBe('a.txt,b/c.txt 1 onetwo 2')
    expect(ran.files).toEqual({ 'new.txt': 'onetwo', 'bytes.bin': 'hi', 'a.txt': null })
  })

  it.each([
    ['readFile("nope")', /There is no file "nope"/],
    ['readFile("big")', /cannot be read here: only 1 MB/],
    ['readFile("binary")', /is not text. Use readBytes/],
    ['writeFile("x", { a: 1 })', /Text or bytes are needed/],
    ['writeFile("x", "a\\0b")', /NUL/],
    ['writeFile("", "a")', /path is empty/],
    ['writeFile(7, "a")', /A path is needed/],
    ['for (let n = 0; n < 20; n++) writeFile("f" + n, "")', /More than 10 files/],
    ['for (;;) writeFile("f", "x".repeat(1e5))', /More than 1 MB were written/],
  ])('refuses %j in words', async (code, error) => {
    const binary = fileOf('binary', new Uint8Array([0, 255]))
    expect((await runCode(code, { files: [binary, { path: 'big', size: 1e9, bytes: null }] })).error).toMatch(error)
  })
})

describe('code that attacks the sandbox', () => {
  it.each([
    ['an endless loop', 'for (;;);'],
    ['an endless loop that catches', 'for (;;) try { for (;;); } catch {}'],
    ['an endless chain of microtasks', 'for (;;) await 0'],
    [
      'microtasks that make more',
      'const f = () => Promise.resolve().then(f).then(f); f(); await new Promise(() => {})',
    ],
    ['an endless interval', 'setInterval(() => {}, 1); await new Promise(() => {})'],
    ['a regular expression without an end', '/(a+)+$/.test("a".repeat(50) + "b")'],
    ['an endless getter in its result', '({ get x() { for (;;); } })'],
    ['an endless toString of its error', 'throw { get stack() { for (;;); }, toString() { for (;;); } }'],
    ['a timer that never returns', 'setTimeout(() => { for (;;); }, 1); await new Promise(() => {})'],
  ])('is stopped at its time limit: %s', async (_what, code) => {
    const start = worked()
    const { ending } = await runCode(code, { timeLimit: 100 })
    expect(worked() - start).toBeLessThan(3000)
    if (ending.type === 'done') expect(ending.value).toMatch(/cannot be shown/)
    else expect(ending).toEqual({ type: 'failed', error: expect.stringMatching(/took too long/) })
  })

  it('says that the time is over when it is over before the code began', async () => {
    expect((await runCode('1', { timeLimit: -1 })).error).toMatch(/took too long/)
  })

  it('on a busy machine the time of the code was over before its first line: it begins when the code does', async () => {
    const now = vi.spyOn(Date, 'now')
    try {
      const ran = await runCode('console.log("before"); 1', { timeLimit: 300, made: () => now.mockReturnValue(1e15) })
      expect(ran).toMatchObject({ error: '', value: '1', output: 'before\n' })
    } finally {
      now.mockRestore()
    }
  })

  it.each([
    ['a huge string', '"x".repeat(2 ** 29)'],
    ['a huge array', 'new Array(1e9).fill(1)'],
    ['a huge buffer', 'new ArrayBuffer(2 ** 31 - 1)'],
    ['strings without end', 'const a = []; for (;;) a.push(new Uint8Array(1e6))'],
  ])('is held to its memory: %s', async (_what, code) => {
    expect((await runCode(code)).error).toMatch(/out of memory|invalid|too long/i)
  })

  it.each([
    ['those of a file', 'for (let n = 0; n < 12; n++) kept.push(readBytes("big"))'],
    ['made of text', 'for (let n = 0; n < 12; n++) kept.push(new TextEncoder().encode(text))'],
    ['small ones of its own', 'for (let n = 0; n < 120; n++) kept.push(new Uint8Array(8e5))'],
    ['caught and tried again', 'for (let n = 0; n < 12; n++) try { kept.push(readBytes("big")) } catch {} kept.length'],
  ])('bytes, many or handed in, counted as none of its memory: %s', async (_what, code) => {
    const files = [fileOf('big', new Uint8Array(8e6))]
    const ran = await runCode(`const kept = [], text = "x".repeat(8e6); ${code}`, { files })
    if (ran.error === '') expect(Number(ran.value)).toBeLessThan(8)
    else expect(ran.error).toMatch(/out of memory/)
  })

  it('bytes that are let go of may be read again, as often as one likes', async () => {
    const files = [fileOf('big', new Uint8Array(8e6))]
    const code = 'let n = 0; for (let i = 0; i < 20; i++) n += readBytes("big").length; n'
    expect(await runCode(code, { files })).toMatchObject({ error: '', value: '160000000' })
  })

  it('a file for which there was no room became a window on the memory of the machine', async () => {
    const code = `const kept = []
      try { for (;;) kept.push(new ArrayBuffer(1e6)) } catch {}
      const failed = []
      for (const read of [() => readBytes('big'), () => readFile('big'), () => new TextDecoder().decode(kept[0])])
        try { failed.push(typeof read()) } catch (error) { failed.push(/memory/.test(error.message)) }
      kept.length = 0
      failed.join() + ' ' + readFile('big').length`
    const ran = await runCode(code, { files: [fileOf('big', 'x'.repeat(2e6))] })
    expect(ran).toMatchObject({ error: '' })
    expect(ran.value).toBe('true,true,true 2000000')
  })

  it.each([
    ['a function', 'const f = () => f() + 1; f()'],
    ['a proxy', 'const p = new Proxy({}, { get: (t, k) => p[k] }); p.x'],
    ['a structure for JSON', 'let o = {}; for (let i = 0; i < 1e5; i++) o = { o }; JSON.stringify(o)'],
    ['its source', 'eval("(".repeat(50000) + "1" + ")".repeat(50000))'],
  ])('cannot break out by nesting too deeply: %s', async (_what, code) => {
    expect((await runCode(code)).error).toMatch(/stack overflow/)
  })

  it('keeps its output bounded, and says so', async () => {
    const ran = await runCode('for (let n = 0; n < 1e4; n++) console.log("x".repeat(1000)); "y".repeat(5e6)')
    expect(ran.output.length).toBeLessThan(10_100)
    expect(ran.output).toContain('further output was dropped')
    expect(ran.value.length).toBeLessThan(100_100)
  })

  it('finds nothing of ours behind the prototypes of what it was given', async () => {
    const ran = await runCode(
      `
      const roots = [console.log, readFile, listFiles(), readBytes('a'), setTimeout, TextEncoder, globalThis]
      const names = ['fetch', 'XMLHttpRequest', 'WebSocket', 'importScripts', 'indexedDB', 'postMessage', 'self', 'process', 'require', 'Worker', 'navigator', 'location', 'WebAssembly', 'std', 'os', 'host']
      const found = []
      for (const root of roots) {
        const scope = root.constructor.constructor('return globalThis')()
        if (scope !== globalThis) found.push('another global')
        for (const name of names) if (name in scope || name in Object(root)) found.push(name)
      }
      try { found.push(console.log.caller, console.log.arguments) } catch {}
      found.filter(Boolean).join()`,
      { files: [fileOf('a', 'x')] },
    )
    expect(ran.error).toBe('')
    expect(ran.value).toBe('')
  })

  it.each([
    [
      'every built-in',
      'for (const C of [String, Array, Object, Promise, Map, JSON, Number, Error]) for (const k of Object.getOwnPropertyNames(C.prototype ?? C)) try { (C.prototype ?? C)[k] = () => { throw 1 } } catch {}; console.log("x"); 1',
    ],
    ['what its promise does', 'Promise.prototype.then = function () { return this }; 1'],
    [
      'what the object of its file list inherits',
      'Object.prototype.path = "../../x"; Object.prototype.bytes = 1; JSON.parse = () => [{ path: "/etc" }]; listFiles()[0].path; writeFile("ok", "1")',
    ],
    ['a thenable as its value', '({ then() { throw new Error("x") } })'],
    [
      'a proxy as its value',
      'new Proxy({}, { ownKeys() { throw 1 }, get() { throw 2 }, getPrototypeOf() { throw 3 } })',
    ],
    [
      'paths that are no text',
      'for (const p of [null, {}, [], Symbol("x"), { toString() { return "a" } }]) try { writeFile(p, "x") } catch {}; 1',
    ],
  ])('ends in order after it changed %s', async (_what, code) => {
    const { ending } = await runCode(code, { timeLimit: 300 })
    expect(['done', 'failed']).toContain(ending.type)
    if (ending.type === 'done')
      expect(ending.changes.map(({ path }) => path).filter((path) => path !== 'ok')).toEqual([])
  })
})
