import { describe, expect, it } from 'vitest'
import { safeSchema } from '../../../src/mcp/safe-schema.ts'
import { boundTools, fullNames } from '../../../src/mcp/tool-list.ts'

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
  it('is an object at the top without what providers refuse there, and names no argument that they refuse', () => {
    expect(safeSchema({ anyOf: [{ type: 'string' }], properties: { 'a b': {}, ok: { enum: ['x'] } } })).toEqual({
      type: 'object',
      properties: { ok: { enum: ['x'] } },
    })
    for (const nonsense of [null, 7, 'x', [], undefined]) expect(safeSchema(nonsense)).toEqual({ type: 'object' })
    expect(safeSchema(JSON.parse('{"properties":{"__proto__":{"type":"string"}}}'))).toEqual({
      type: 'object',
      properties: {},
    })
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
