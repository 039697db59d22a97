import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { defineTool } from '../../../src/tools/define-tool.ts'
import { schemaOf } from '../../../src/tools/schema.ts'
import type { Tool } from '../../../src/tools/tool.ts'
import { parseArguments } from '../../../src/tools/validate.ts'

const toolWith = (parameters: z.ZodType): Tool =>
  defineTool({
    name: 'probe',
    label: 'Probe',
    description: 'A tool for tests.',
    parameters,
    repeat: 'pure',
    approval: 'allow',
    sequential: false,
    timeLimit: 1000,
    run: async () => ({ content: [] }),
  })

const probe = toolWith(
  z.strictObject({
    path: z.string().min(1).max(5),
    mode: z.enum(['fast', 'safe']).optional(),
    lines: z.array(z.int().min(1)).optional(),
    at: z.object({ x: z.number() }).optional(),
    count: z.number().default(3),
  }),
)
const problemOf = (text: string, tool = probe): string => parseArguments(tool, text).problem ?? 'no problem'

describe('arguments of a tool call', () => {
  it('come out parsed, with defaults', () => {
    expect(parseArguments(probe, '{"path":"a","lines":[1,2]}')).toEqual({
      args: { path: 'a', lines: [1, 2], count: 3 },
    })
  })

  it.each([
    ['{}', '/path: is required'],
    ['{"path":1}', '/path: must be string, not number'],
    ['{"path":null}', '/path: must be string, not null'],
    ['{"path":""}', '/path: string is too short (0 < 1)'],
    ['{"path":"abcdef"}', '/path: string is too long (6 > 5)'],
    ['{"path":"a","mode":"x"}', '/mode: must be one of ["fast","safe"]'],
    ['{"path":"a","lines":[1,0]}', '/lines/1: 0 is less than 1'],
    ['{"path":"a","lines":[1.5]}', '/lines/0: must be integer, not number'],
    ['{"path":"a","at":{}}', '/at/x: is required'],
    ['{"path":"a","a/b~c":1}', '/a/b~c: there is no such field'],
    ['{"path":"a","100% odd":1}', '/100% odd: there is no such field'],
    ['{"path":"a","__proto__":{"polluted":true}}', '/__proto__: there is no such field'],
  ])('%s names the field and the reason', (text, words) => {
    const problem = problemOf(text)
    expect(problem).toContain(words)
    expect(problem).toContain('probe')
  })

  it('names all problems at once, but never floods the context', () => {
    expect(problemOf('{"path":1,"mode":2}')).toMatch(/\/path: .*; \/mode: /)
    const many = Object.fromEntries(Array.from({ length: 5000 }, (_, n) => [`field${n}`, n]))
    expect(problemOf(JSON.stringify(many)).length).toBeLessThan(1000)
    expect(problemOf(JSON.stringify({ path: 'a', ['x'.repeat(100_000)]: 1 })).length).toBeLessThan(400)
  })

  it.each([
    ['{"path":', 'not valid JSON'],
    ["{'path':'a'}", 'not valid JSON'],
    ['{"path":"a"} trailing', 'not valid JSON'],
    ['null', 'must be one JSON object, not null'],
    ['[1]', 'must be one JSON object, not an array'],
    ['7', 'must be one JSON object, not a number'],
    [JSON.stringify('{"path":"a"}'), 'Send the object itself, not a text that holds it'],
    ['['.repeat(200_000), 'arguments'],
    [`{"path":${'['.repeat(200_000)}${']'.repeat(200_000)}}`, 'nested more than 64 deep'],
  ])('%.40s is a problem that a model can read', (text, words) => {
    const problem = problemOf(text)
    expect(problem).toContain(words)
    expect(problem.length).toBeLessThan(500)
  })

  it('nothing at all is no arguments', () => {
    const none = toolWith(z.strictObject({}))
    expect(parseArguments(none, '')).toEqual({ args: {} })
    expect(parseArguments(none, ' \n')).toEqual({ args: {} })
  })

  it('what zod knows beyond the schema counts too', () => {
    const even = toolWith(z.object({ n: z.number().refine((n) => n % 2 === 0, 'must be even') }))
    expect(problemOf('{"n":3}', even)).toContain('/n: must be even')
  })

  it('keys that reach for prototypes pollute nothing and reach no tool', () => {
    const open = toolWith(z.object({ a: z.number().optional() }))
    const { args } = parseArguments(open, '{"__proto__":{"a":1},"constructor":{"prototype":{"polluted":1}},"a":2}')
    expect(args).toEqual({ a: 2 })
    expect(Object.getPrototypeOf(args)).toBe(Object.prototype)
    expect(({} as { polluted?: unknown }).polluted).toBeUndefined()
    expect(problemOf('{"__proto__":{"path":"a"}}')).toContain('/path: is required')
  })
})

describe('schemaOf', () => {
  it('is plain JSON Schema of what the model writes, without the dialect', () => {
    expect(schemaOf(toolWith(z.strictObject({ a: z.string().describe('An a.'), b: z.number().default(1) })))).toEqual({
      type: 'object',
      properties: { a: { type: 'string', description: 'An a.' }, b: { type: 'number', default: 1 } },
      required: ['a'],
      additionalProperties: false,
    })
  })
})

describe('arguments that are made to be costly to check', () => {
  const DIFFERENT = {
    a: { type: 'array', uniqueItems: true, items: { type: 'number' } },
    uniqueItems: { type: 'boolean' },
  }
  const remote: Tool = {
    ...toolWith(z.record(z.string(), z.unknown())),
    jsonSchema: { type: 'object', properties: DIFFERENT, additionalProperties: false },
  }
  const numbers = (length: number): number[] => Array.from({ length }, (_, n) => n)

  it('items that are the same are told when there are few', () => {
    expect(problemOf('{"a":[1,2,1]}', remote)).toContain('/a: duplicate items')
  })
  it.each<[string, string, RegExp]>([
    [
      '90,000 items that have to be different',
      JSON.stringify({ a: numbers(90_000), uniqueItems: true }),
      /^no problem$/,
    ],
    ['90,000 items that are wrong', JSON.stringify({ a: numbers(90_000).map(String) }), /\/a\/0: must be number/],
    ['two million items', JSON.stringify({ a: numbers(2_000_000) }), /more than 250000 values/],
    ['a million lists', `{"a":[${'[],'.repeat(1_000_000)}1]}`, /more than 250000 values/],
  ])('%s take less than a second', (_, text, words) => {
    const began = process.cpuUsage()
    expect(problemOf(text, remote)).toMatch(words)
    // time in which others had the processor is not counted
    const { user } = process.cpuUsage(began)
    expect(user / 1000).toBeLessThan(1000)
  })
})
