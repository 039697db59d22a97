import { expect, it } from 'vitest'
import { fileOf, runCode } from './machine.ts'

it.each([
  ["['z', 'ä', 'a'].sort((a, b) => a.localeCompare(b, 'de')).join('')", 'aäz'],
  ["'ä'.localeCompare('z', 'de')", '-1'],
  ["(1234567.891).toLocaleString('de-DE')", '1.234.567,891'],
  ["new Intl.NumberFormat('en', { style: 'currency', currency: 'EUR' }).format(5)", '€5.00'],
  ["new Date(0).toLocaleDateString('en-GB', { timeZone: 'UTC' })", '01/01/1970'],
  ["new Date(0).toLocaleTimeString('en-GB', { timeZone: 'UTC' })", '00:00:00'],
  ["new Intl.PluralRules('en', { type: 'ordinal' }).select(2)", 'two'],
  ["[...new Intl.Segmenter('en', { granularity: 'grapheme' }).segment('e\\u0301x')].length", '2'],
  [
    "new Intl.DateTimeFormat('en', { timeZone: 'Asia/Tokyo', hour: 'numeric' }).resolvedOptions().timeZone",
    'Asia/Tokyo',
  ],
  ["btoa('hi!') + atob('aGkh') + btoa('a') + atob('YQ')", 'aGkhhi!YQ==a'],
  ["new URL('../b?x=1#h', 'https://example.org/a/c/').href", 'https://example.org/a/b?x=1#h'],
  [
    "const u = new URL('https://example.org'); u.searchParams.append('q', 'ä b'); u.port = '8080'; String(u)",
    'https://example.org:8080/?q=%C3%A4+b',
  ],
  ["new URLSearchParams('a=1&b=2&a=3').getAll('a').join()", '1,3'],
  ["String(new URLSearchParams({ a: '1 2' }))", 'a=1+2'],
  [
    'const from = { d: new Date(5), m: new Map([[1, new Set([2])]]), u: new Uint8Array([1]) }; from.self = from; const to = structuredClone(from); [to !== from, to.self === to, to.d.getTime(), to.m.get(1).has(2), to.u[0]].join()',
    'true,true,5,true,1',
  ],
  ['crypto.getRandomValues(new Uint32Array(4)).some((n) => n > 0)', 'true'],
  ['/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/.test(crypto.randomUUID())', 'true'],
  ["const order = []; queueMicrotask(() => order.push('b')); order.push('a'); await 0; await 0; order.join('')", 'ab'],
  ['typeof fetch', 'undefined'],
])('%s is %s', async (code, value) => {
  expect(await runCode(code)).toMatchObject({ error: '', value })
})

it.each([
  ["fetch('https://example.org')", /There is no network. Get the page with the tool fetch_page/],
  ["require('fs')", /There are ES modules/],
  ['Buffer.from("x")', /Use Uint8Array/],
  ['document.title', /tool show_artifact/],
  ["new URL('nope')", /TypeError: Invalid URL: nope/],
  ["atob('=')", /not base64/],
  ["btoa('ä€')", /InvalidCharacterError/],
  ['structuredClone(() => {})', /DataCloneError/],
  ["new Intl.NumberFormat('en', { style: 'currency' })", /TypeError|currency/i],
  ["new Intl.DateTimeFormat('en', { timeZone: 'Mars' })", /RangeError|time zone/i],
])('%s says what is wrong', async (code, error) => {
  expect((await runCode(code)).error).toMatch(error)
})

it('console.table is a table', async () => {
  const ran = await runCode("console.table([{ a: 1, b: 'x' }, { a: 22 }])")
  expect(ran.output).toBe('| (index) | a  | b |\n|---------|----|---|\n| 0       | 1  | x |\n| 1       | 22 |   |\n')
})

it('what Intl and URL are given is text: nothing of the host is reached by it', async () => {
  const ran = await runCode(
    `const tries = ['constructor', '__proto__', 'toString', 'Collator'].flatMap((kind) => { try { return [new Intl[kind]('en', { constructor: 1 })] } catch { return [] } })
     const own = new URL('https://a/'); own.constructor.constructor === Function && JSON.stringify(tries.length)`,
    { files: [fileOf('a', 'b')] },
  )
  expect(ran.error).toBe('')
})
