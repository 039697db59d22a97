import fc from 'fast-check'
import { expect, it } from 'vitest'
import { comingArguments } from '../../../src/ui/conversation/tool-calls/coming-arguments.ts'

/** A model writes the arguments of a call: what people see of them at any moment. */

it('a path and a code stand there as they come, and nothing of JSON', () => {
  const cut = (args: string) => comingArguments(args).map(({ name, text }) => [name, text])
  expect(cut('')).toEqual([])
  expect(cut('{"pa')).toEqual([])
  expect(cut('{"path":')).toEqual([])
  expect(cut('{"path":"no')).toEqual([['path', 'no']])
  expect(cut('{"path": "notes.md", "content": "# A\\n\\"b\\')).toEqual([
    ['path', 'notes.md'],
    ['content', '# A\n"b'],
  ])
  expect(cut('{"n": 12, "all": true, "choices": ["a", {"b": "}"}], "why": "\\u00e9\\ud83d')).toEqual([
    ['n', '12'],
    ['all', 'true'],
    ['choices', null],
    ['why', 'é'],
  ])
  expect(cut('{"choices": ["a", "b')).toEqual([['choices', null]])
})

it('at every cut, what stands there is the beginning of what will', () => {
  const text = fc.string({ unit: 'grapheme', maxLength: 40 })
  const value = fc.oneof({ weight: 4, arbitrary: text }, fc.integer(), fc.array(text, { maxLength: 3 }))
  fc.assert(
    fc.property(fc.uniqueArray(fc.tuple(text, value), { maxLength: 5, selector: ([name]) => name }), (pairs) => {
      const whole = `{${pairs.map(([name, given]) => `${JSON.stringify(name)}: ${JSON.stringify(given)}`).join(', ')}}`
      for (let cut = 0; cut <= whole.length; cut++)
        for (const [n, { name, text: come }] of comingArguments(whole.slice(0, cut)).entries()) {
          const [expected, given] = pairs[n] ?? []
          expect(name).toBe(expected)
          if (typeof given === 'string') expect(given.startsWith(come ?? '')).toBe(true)
          else expect([null, String(given)]).toContain(come)
        }
      const all = comingArguments(whole)
      expect(all.map(({ name }) => name)).toEqual(pairs.map(([name]) => name))
      for (const [n, [, given]] of pairs.entries()) if (typeof given === 'string') expect(all[n]?.text).toBe(given)
    }),
    { seed: 13 },
  )
})

it('of a long text its end is there, no escape cut in two', () => {
  const code = Array.from({ length: 2000 }, (_, n) => `line ${n} "quoted" é\n`).join('')
  const [argument] = comingArguments(`{"code": ${JSON.stringify(code)}`)
  expect(argument?.text?.length).toBeLessThanOrEqual(4001)
  expect(argument?.text?.at(0)).toBe('…')
  expect(code.endsWith(argument?.text?.slice(1) ?? '')).toBe(true)
})

it('what is no object, or nested without end, says nothing and costs little', () => {
  const hostile = ['[[[', '{"a":{', '{"a":[', '\\', '{"', '{"a":"\\', '"', '{"a":1,']
  for (const piece of hostile) {
    const found = comingArguments(piece.repeat(14_000))
    expect(found.length).toBeLessThanOrEqual(20)
    expect(found.every(({ text }) => text === null || text.length <= 4001)).toBe(true)
  }
  expect(comingArguments('['.repeat(14_000))).toEqual([])
  expect(comingArguments(`{"a":${'['.repeat(100_000)}`)).toEqual([{ name: 'a', text: null, whole: false }])
  expect(comingArguments(`{"a":"${'\\'.repeat(1_000_000)}`)[0]?.name).toBe('a')
})
