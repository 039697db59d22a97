import { describe, expect, it } from 'vitest'
import { safeSchema } from '../../../src/mcp/safe-schema.ts'
import { boundTools, fullNames } from '../../../src/mcp/tool-list.ts'
import { schemaProblems } from '../../../src/tools/schema-problems.ts'

describe('a schema from a server', () => {
  it('loses regular expressions, which could keep the worker busy for ever, but not a property of that name', () => {
    const schema = {
      type: 'object',
      properties: { pattern: { type: 'string', pattern: '^(a+)+$' } },
      patternProperties: { '^(a+)+$': {} },
    }
    expect(safeSchema(schema)).toEqual({ type: 'object', properties: { pattern: { type: 'string' } } })
  })
  it('has its references written out; where one leads into itself, anything is allowed', () => {
    const schema = {
      type: 'object',
      properties: { tree: { $ref: '#/$defs/node' }, far: { $ref: 'https://elsewhere.example/x' } },
      $defs: { node: { type: 'object', properties: { left: { $ref: '#/$defs/node' }, name: { type: 'string' } } } },
    }
    expect(safeSchema(schema)).toEqual({
      type: 'object',
      properties: { tree: { type: 'object', properties: { left: {}, name: { type: 'string' } } }, far: {} },
    })
  })
  it('that would unfold to millions of values, or goes a thousand levels deep, says nothing any more', () => {
    const $defs = Object.fromEntries(
      Array.from({ length: 30 }, (_, n) => [
        `d${n}`,
        { anyOf: [{ $ref: `#/$defs/d${n + 1}` }, { $ref: `#/$defs/d${n + 1}` }] },
      ]),
    )
    expect(safeSchema({ type: 'object', properties: { a: { $ref: '#/$defs/d0' } }, $defs })).toBeNull()
    let deep: object = { type: 'string' }
    for (let n = 0; n < 1000; n++) deep = { type: 'object', properties: { a: deep } }
    expect(safeSchema(deep)).toBeNull()
  })
  it('is an object at the top without what providers refuse there, and has no argument without a name or with one without end', () => {
    const properties = { '': {}, ['x'.repeat(201)]: {}, ok: { enum: ['x'] } }
    expect(safeSchema({ anyOf: [{ type: 'string' }], properties })).toEqual({
      type: 'object',
      properties: { ok: { enum: ['x'] } },
    })
    const nothing = { type: 'object', properties: {} }
    for (const nonsense of [null, 7, 'x', [], undefined]) expect(safeSchema(nonsense)).toEqual(nothing)
    expect(safeSchema(JSON.parse('{"properties":{"__proto__":{"type":"string"}}}'))).toEqual({
      type: 'object',
      properties: {},
    })
  })
  it('of a tool without arguments made OpenAI refuse all that was asked: "object schema missing properties"', async () => {
    for (const properties of [undefined, null, []])
      expect(safeSchema({ type: 'object', properties, additionalProperties: false })).toEqual({
        type: 'object',
        properties: {},
        additionalProperties: false,
      })
    // too large to be told of
    let deep: object = { type: 'string' }
    for (let n = 0; n < 1000; n++) deep = { type: 'object', properties: { a: deep } }
    const { tools } = await boundTools([{ name: 'list' }, { name: 'deep', inputSchema: deep }], false)
    for (const { inputSchema } of tools) expect(inputSchema).toEqual({ type: 'object', properties: {} })
  })
  it('with a tuple of an older draft, or a list that does not say of what, made providers refuse all that was asked', () => {
    const ofPair = (pair: object) => ({ type: 'object', properties: { pair } })
    const number = { type: 'number' }
    const prefixItems = [number, { type: 'array', items: {} }]
    const items = [number, { type: 'array' }]
    // OpenAI wants `items` beside `prefixItems`, too
    for (const [given, made] of [
      [{ items }, { prefixItems, items: {} }],
      [
        { items, additionalItems: number },
        { prefixItems, items: number },
      ],
      [
        { items, additionalItems: false, minItems: 2, maxItems: 9 },
        { prefixItems, items: {}, minItems: 2, maxItems: 2 },
      ],
      [
        { prefixItems: items, items: false },
        { prefixItems, items: {}, maxItems: 2 },
      ],
      [{ prefixItems: items }, { prefixItems, items: {} }],
      [{ items: [] }, { items: {} }],
      [{ items: true }, { items: {} }],
      [{ items: number }, { items: number }],
    ])
      expect(safeSchema(ofPair({ type: 'array', ...given })), JSON.stringify(given)).toEqual(
        ofPair({ type: 'array', ...made }),
      )
    expect(safeSchema(ofPair({ anyOf: [{ type: ['array', 'null'] }, number] }))).toEqual(
      ofPair({ anyOf: [{ type: ['array', 'null'], items: {} }, number] }),
    )
  })
  it('wanted an argument that was left out for its name, so that its tool could never be called', () => {
    const long = 'x'.repeat(201)
    const within = { type: 'object', properties: { [long]: {}, b: {} }, required: [long, 'b'] }
    const made = safeSchema({
      type: 'object',
      properties: { [long]: { type: 'string' }, top: { type: 'number' }, within },
      required: [long],
      additionalProperties: false,
    })
    expect(made).toEqual({
      type: 'object',
      properties: { top: { type: 'number' }, within: { type: 'object', properties: { b: {} }, required: ['b'] } },
      additionalProperties: false,
    })
    expect(schemaProblems(made ?? {}, { top: 1 })).toEqual([])
    // one of these, of what is described beside it
    const either = { properties: { a: {}, b: {} }, anyOf: [{ required: ['a'] }, { required: ['b', long] }] }
    expect(safeSchema({ properties: { either } })).toMatchObject({
      properties: { either: { ...either, anyOf: [{ required: ['a'] }, { required: ['b'] }] } },
    })
  })
  it('says nothing with words that draft 2020-12 does not know in this form: Anthropic refuses all that is asked', () => {
    const odd = {
      type: 'any',
      description: null,
      exclusiveMinimum: true,
      minimum: 1,
      maxLength: '5',
      required: true,
      enum: [],
      anyOf: [],
      oneOf: {},
      propertyNames: true,
      dependencies: { a: ['b'] },
      default: null,
      'x-order': 7,
    }
    expect(safeSchema({ properties: { odd, none: null, yes: true, words: ['a'] } })).toEqual({
      type: 'object',
      properties: { odd: { minimum: 1, default: null, 'x-order': 7 }, none: {}, yes: {}, words: {} },
    })
    // an argument may have the name of a word of schemas
    const names = { properties: { required: { type: 'boolean' }, items: { type: 'array', items: {} }, type: {} } }
    expect(safeSchema(names)).toEqual({ type: 'object', ...names })
  })
  it('that does not say what has properties, or gives them to a text, made Gemini refuse all that was asked: "only allowed for OBJECT type"', () => {
    const properties = { b: {} }
    const wrong = { type: 'string', properties, required: ['b'], additionalProperties: false }
    const nullable = { type: ['object', 'null'], properties, required: ['b'] }
    expect(safeSchema({ properties: { a: { properties }, wrong, nullable, free: { type: 'object' } } })).toEqual({
      type: 'object',
      properties: {
        a: { type: 'object', properties },
        wrong: { type: 'string' },
        nullable,
        // every provider takes this one
        free: { type: 'object' },
      },
    })
    // what stands beside forms says nothing of their kind
    const forms = { properties, anyOf: [{ required: ['b'] }] }
    expect(safeSchema({ properties: { forms } })).toEqual({ type: 'object', properties: { forms } })
  })
  it('is the same when it is made safe again', () => {
    const schema = { properties: { a: { items: [{}, {}], additionalItems: false }, b: { type: 'array' }, $c: {} } }
    const once = safeSchema(schema)
    expect(safeSchema(once)).toEqual(once)
  })
})

describe('names and hashes of tools', () => {
  it('names fit every provider and are different', async () => {
    const described = ['a.b', 'a b', 'x'.repeat(100), `${'x'.repeat(99)}y`].map((name) => ({ name }))
    const { tools } = await boundTools(described, false)
    const names = [...fullNames('server', tools).keys()]
    expect(new Set(names).size).toBe(4)
    for (const name of names) expect(name).toMatch(/^server__[A-Za-z0-9_-]{1,56}$/)
  })
  it('the hash changes with description, schema and hints', async () => {
    const base = { name: 'a', description: 'b', inputSchema: { type: 'object' } }
    const { tools } = await boundTools([base], false)
    const variants = [
      { ...base, description: 'c' },
      { ...base, inputSchema: { type: 'object', x: 1 } },
      { ...base, annotations: { readOnlyHint: true } },
    ]
    for (const variant of variants) {
      const { tools: other } = await boundTools([variant], false)
      expect(other[0]?.hash).not.toBe(tools[0]?.hash)
    }
    expect((await boundTools([structuredClone(base)], false)).tools[0]?.hash).toBe(tools[0]?.hash)
  })
})
