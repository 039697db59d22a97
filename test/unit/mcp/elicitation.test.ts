import { expect, it } from 'vitest'
import { Form, fitsForm, problemOfValue } from '../../../src/agent/form.ts'
import { addressWantedBy, readElicitation, replyOf } from '../../../src/mcp/elicitation.ts'

/** Questions of servers to the person, as hostile as they come. */

const ask = (properties: Record<string, unknown>, more: Record<string, unknown> = {}, message = 'Please') =>
  readElicitation({ message, requestedSchema: { type: 'object', properties, ...more } })
const fits = (asked: ReturnType<typeof readElicitation>): boolean =>
  Form.safeParse({ id: 'i', from: 'server', ...asked }).success

it('a kind of field that the standard has cannot be shown', () => {
  const asked = ask(
    {
      text: { type: 'string', title: 'Name', minLength: 2, maxLength: 5, default: 'Ada' },
      mail: { type: 'string', format: 'email' },
      odd: { type: 'string', format: 'hostname' },
      count: { type: 'integer', minimum: 1, maximum: 3, default: 2 },
      agree: { type: 'boolean', default: true },
      old: { type: 'string', enum: ['a', 'b'], enumNames: ['A', 'B'], default: 'b' },
      titled: { type: 'string', oneOf: [{ const: 'x', title: 'The X' }, { const: 'y' }] },
      many: { type: 'array', items: { anyOf: [{ const: '1' }, { const: '2' }] }, maxItems: 1, default: ['2', 'z'] },
    },
    { required: ['text', 'nobody'] },
  )
  expect(asked.fields.map(({ name, kind, initial }) => [name, kind, initial])).toEqual([
    ['text', 'text', 'Ada'],
    ['mail', 'text', undefined],
    ['odd', 'text', undefined],
    ['count', 'integer', 2],
    ['agree', 'switch', true],
    ['old', 'choice', 'b'],
    ['titled', 'choice', undefined],
    ['many', 'choices', ['2']],
  ])
  expect(asked.fields[5]?.options).toEqual([
    { value: 'a', label: 'A' },
    { value: 'b', label: 'B' },
  ])
  expect(asked.fields.map(({ required }) => required)).toEqual([true, ...Array.from({ length: 7 }, () => false)])
  expect(fits(asked)).toBe(true)
})

it('values that do not fit are sent, or a value of no field', () => {
  const asked = ask({ n: { type: 'integer', minimum: 1 }, s: { type: 'string', maxLength: 2 } }, { required: ['n'] })
  const [n, s] = asked.fields
  if (n === undefined || s === undefined) throw new Error('no fields')
  expect([undefined, '', 'x', 1.5, 0, 1].map((value) => problemOfValue(n, value))).toEqual([
    ...['missing', 'missing', 'unfit', 'whole', 'small', null],
  ])
  expect([undefined, 'ab', 'abc', '👩‍👩', 7].map((value) => problemOfValue(s, value))).toEqual([
    ...[null, null, 'large', 'large', 'unfit'],
  ])
  expect(fitsForm(asked, { n: 1 })).toBe(true)
  expect(fitsForm(asked, {})).toBe(false)
  expect(fitsForm(asked, { n: 1, extra: 'x' })).toBe(false)
  expect(fitsForm(asked, { n: 1, toString: 'x' })).toBe(false)
})

it('a hostile schema hangs, overflows or fills the state', () => {
  let deep: Record<string, unknown> = { type: 'string' }
  for (let n = 0; n < 3000; n++) deep = { type: 'object', properties: { a: deep } }
  expect(ask({ deep, plain: { type: 'string', items: deep } }).fields.map(({ name }) => name)).toEqual(['plain'])
  expect(() => ask({ deep }, { required: ['deep'] })).toThrow('cannot be shown')
  const huge = 'x'.repeat(10_000_000)
  const asked = ask({ a: { type: 'string', title: huge, description: huge, default: huge } }, {}, huge)
  expect(JSON.stringify(asked).length).toBeLessThan(10_000)
  expect(fits(asked)).toBe(true)
  const many = Object.fromEntries(Array.from({ length: 21 }, (_, n) => [`f${n}`, { type: 'string' }]))
  expect(() => ask(many)).toThrow('at most 20')
  expect(ask({ e: { type: 'string', enum: Array.from({ length: 5000 }, (_, n) => `v${n}`) } }).fields).toEqual([])
  expect(ask({ e: { type: 'string', enum: ['a', 'a'] }, ['__proto__']: { type: 'string' } }).fields).toEqual([])
  for (const params of [null, 7, 'x', [], {}, { requestedSchema: 7 }, { requestedSchema: { properties: [] } }])
    if (params === null || typeof params !== 'object' || Array.isArray(params))
      expect(() => readElicitation(params)).toThrow()
    else expect(fits(readElicitation(params))).toBe(true)
})

it('a server asks for a password or a key, in whatever words, without a warning', () => {
  const secret = (title: string): boolean => ask({ a: { type: 'string', title } }).asksForSecret
  const asking = [
    'Your password',
    'API key',
    'OpenAI api_key',
    'Pass\u200bword',
    'ＰＡＳＳＷＯＲＤ',
    '请输入密码',
    'Seed phrase',
  ]
  expect(asking.map(secret)).toEqual(asking.map(() => true))
  expect(ask({ apiKey: { type: 'string' } }).asksForSecret).toBe(true)
  expect(ask({ accessToken: { type: 'string', title: 'Enter it' } }).asksForSecret).toBe(true)
  expect(ask({ a: { type: 'string' } }, {}, 'Enter your PIN').asksForSecret).toBe(true)
  expect(['City', 'Passenger name', 'Shipping address', 'Keyboard layout', 'Opinion'].map(secret)).not.toContain(true)
})

it('an address leads to something else than a public page, or carries a login', () => {
  const open = (url: unknown) => readElicitation({ mode: 'url', message: 'Go', url, elicitationId: 'e' })
  expect(open('https://pay.example/x?y=1')).toMatchObject({ about: 'address', address: 'https://pay.example/x?y=1' })
  for (const url of [
    'javascript:alert(1)',
    'http://a.test',
    'https://u:p@a.test',
    'data:text/html,x',
    '',
    7,
    `https://a.test/${'x'.repeat(3000)}`,
  ])
    expect(() => open(url)).toThrow('https://')
  expect(
    addressWantedBy(
      new Error('x', { cause: { code: -32042, data: { elicitations: [{ url: 'https://a.test/', message: 'Go' }] } } }),
    )?.asked.address,
  ).toBe('https://a.test/')
  for (const data of [null, {}, { elicitations: [] }, { elicitations: [7] }, { elicitations: [{ url: 'ftp://a' }] }])
    expect(addressWantedBy(new Error('x', { cause: { code: -32042, data } }))).toBeNull()
})

it('values of a declined form go to the server', () => {
  expect(replyOf({ about: 'form' }, { action: 'decline', values: { a: 1 } })).toEqual({ action: 'decline' })
  expect(replyOf({ about: 'address' }, { action: 'accept', values: { a: 1 } })).toEqual({ action: 'accept' })
  expect(replyOf({ about: 'form' }, { action: 'accept', values: { a: 1 } })).toEqual({
    action: 'accept',
    content: { a: 1 },
  })
})
