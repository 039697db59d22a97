/**
 * Code that a manipulated agent might run in the JavaScript tool: it never ends, takes all memory, floods, or tries to
 * escape from the interpreter. Each must end by itself, with words for the model, and leave the next call unaffected.
 */
export const CODE_BOMBS: Record<string, string> = {
  // time
  'an endless loop': 'for (;;);',
  'an endless loop that catches': 'for (;;) try { throw 1 } catch {}',
  'an endless loop in finally': 'try { throw 1 } finally { for (;;); }',
  'an endless generator': 'function* g() { for (;;) yield 1 } for (const x of g());',
  'an endless chain of promises': 'const next = () => Promise.resolve().then(next); await next()',
  'an endless await': 'for (;;) await 0',
  'a promise that nobody keeps': 'await new Promise(() => {})',
  'timers that set timers':
    'const again = () => { setTimeout(again, 0); setTimeout(again, 0) }; again(); await new Promise(() => {})',
  'a pattern that goes back': "/^(a+)+$/.test('a'.repeat(40) + 'b')",
  'a pattern of many groups': "new RegExp('(.*)'.repeat(30) + 'x').test('a'.repeat(3000))",
  'a sort that lies':
    'new Array(1e6).fill(0).sort(() => { for (let i = 0; i < 1e6; i++); return Math.random() - 0.5 })',
  'a number of 100 million digits': 'let n = 3n; for (;;) n = n * n',
  'a getter that never ends': 'const o = { get x() { for (;;); } }; JSON.stringify(o)',
  'a proxy that never ends':
    'new Proxy({}, { ownKeys() { for (;;); } }) + Object.keys(new Proxy({}, { ownKeys() { for (;;); } }))',
  'a value that is converted for ever': '`${{ toString() { for (;;); } }}`',
  'an array index that is asked for ever': "Array.prototype.indexOf.call({ length: 2 ** 53 - 1 }, 'x')",
  'a join over nothing': 'Array(2 ** 32 - 1).join("x").length',
  // memory
  'strings without end': "const all = []; for (;;) all.push('x'.repeat(1e6) + all.length)",
  'one string that doubles': "let s = 'x'; for (;;) s += s",
  'arrays in arrays': 'let a = []; for (;;) a = [a, a, new Array(1e4).fill(a)]',
  'a buffer of 4 GB': 'new ArrayBuffer(2 ** 32)',
  'buffers without end': 'const all = []; for (;;) all.push(new Uint8Array(1e7).fill(1))',
  'a map without end': 'const m = new Map(); for (let i = 0; ; i++) m.set({}, "x".repeat(100) + i)',
  'closures without end':
    'let f = () => 0; for (;;) { const g = f; const big = new Array(1e5).fill(1); f = () => g() + big.length }',
  'symbols without end': 'const s = []; for (let i = 0; ; i++) s.push(Symbol("x".repeat(1e4) + i))',
  'a text repeated 2 ** 29 times': "'x'.repeat(2 ** 29).split('')",
  // depth
  'a function that calls itself': 'const f = () => f() + 1; f()',
  'a thing in itself, said as JSON': 'const o = {}; o.o = o; JSON.stringify(o)',
  'JSON that is 100,000 deep': "JSON.parse('['.repeat(1e5) + ']'.repeat(1e5))",
  'source that is 100,000 deep': "new Function('return ' + '('.repeat(1e5) + '1' + ')'.repeat(1e5))()",
  'a result that is 100,000 deep': 'let a = []; for (let i = 0; i < 1e5; i++) a = [a]; a',
  'a chain of prototypes': 'let p = {}; for (let i = 0; i < 1e6; i++) p = Object.create(p); p.x',
  // floods
  'a flood of output': "for (;;) console.log('x'.repeat(1000))",
  'one line of 500 MB': "console.log('x'.repeat(5e8))",
  'files without end': "for (let i = 0; ; i++) writeFile(`f${i}.txt`, 'x'.repeat(1e5))",
  'one file of 1 GB': "writeFile('big.txt', 'x'.repeat(2 ** 30))",
  'errors without end':
    'const fail = () => { throw Object.assign(new Error("x".repeat(1e6)), { cause: new Error("y".repeat(1e6)) }) }; for (;;) try { fail() } catch (e) { console.error(e) }',
  'an error whose words never end': 'throw { get message() { for (;;); } }',
  'an error whose stack is 200 MB': "const e = new Error('x'); e.stack = 'y'.repeat(2e8); throw e",
  // escape
  'import of an address': "await import('data:text/javascript,export default 1')",
  'names of the world around':
    'throw new Error(String(globalThis.process ?? globalThis.self ?? globalThis.window ?? globalThis.std))',
  'a prototype that the host may read':
    'Object.prototype.then = (r) => { for (;;); }; Array.prototype.toJSON = () => { for (;;); }; await 1; [1]',
  'a constructor that the host may call':
    'Promise.prototype.constructor = function () { for (;;); }; Error.prepareStackTrace = () => { for (;;); }; throw new Error("x")',
}
