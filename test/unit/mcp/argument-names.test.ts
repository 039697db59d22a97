import { describe, expect, it } from 'vitest'
import { prepareCalls } from '../../../src/effects/prepare-calls.ts'
import { withAcceptedNames } from '../../../src/mcp/argument-names.ts'
import { type JsonObject, safeSchema } from '../../../src/mcp/safe-schema.ts'
import { boundTools } from '../../../src/mcp/tool-list.ts'
import { NO_MEMORY } from '../../../src/settings/mcp-server.ts'
import { parseArguments } from '../../../src/tools/validate.ts'
import { toolsOf } from '../../../src/worker/mcp/server-tools.ts'

const of = (schema: object) => withAcceptedNames(safeSchema(schema) as JsonObject)
const names = (schema: unknown): string[] => Object.keys((schema as { properties: object }).properties)
const string = { type: 'string' }

describe('arguments whose names providers refuse', () => {
  it('were left out, so that a model could not give them: it is told of other names, and what the server calls them', () => {
    const { schema, toServer } = of({
      properties: { $filter: { ...string, description: 'OData.' }, top: { type: 'number' } },
      required: ['$filter', 'top'],
      additionalProperties: false,
    })
    expect(schema).toEqual({
      type: 'object',
      properties: {
        filter: { type: 'string', description: 'OData. (The server calls it "$filter".)' },
        top: { type: 'number' },
      },
      required: ['filter', 'top'],
      additionalProperties: false,
    })
    expect(toServer({ filter: 'a eq 1', top: 3 })).toEqual({ $filter: 'a eq 1', top: 3 })
  })
  it('get names that no other argument has, at any depth, however alike they are', () => {
    const { schema, toServer } = of({
      properties: {
        $id: string,
        '@id': string,
        id: string,
        'a b': { type: 'object', properties: { id_2: string, 名: string, 字: string } },
        [`${'x'.repeat(80)}1`]: string,
        [`${'x'.repeat(80)}2`]: string,
      },
    })
    const given = [...names(schema), ...names((schema['properties'] as Record<string, unknown>)['a_b'])]
    expect(new Set(given).size).toBe(9)
    for (const name of given) expect(name).toMatch(/^[A-Za-z0-9_.-]{1,64}$/)
    const back = toServer(Object.fromEntries(names(schema).map((name) => [name, name === 'a_b' ? {} : name])))
    expect(Object.keys(back).sort()).toEqual(
      ['$id', '@id', 'a b', 'id', `${'x'.repeat(80)}1`, `${'x'.repeat(80)}2`].sort(),
    )
    expect(back['id']).toBe('id')
  })
  it('are found again in lists, in one of several forms, and in what has any name', () => {
    const item = { type: 'object', properties: { '@type': string } }
    const { toServer } = of({
      properties: {
        list: { type: 'array', items: item },
        pair: { type: 'array', prefixItems: [item, {}] },
        either: { anyOf: [{ type: 'string' }, item] },
        map: { type: 'object', additionalProperties: item },
      },
    })
    const inner = { type: 'x' }
    const outer = { '@type': 'x' }
    expect(toServer({ list: [inner], pair: [inner, inner], either: inner, map: { type: inner } })).toEqual({
      list: [outer],
      pair: [outer, inner],
      either: outer,
      map: { type: outer },
    })
  })
  it('change nothing that the schema does not speak of, and nothing that has the name of the server already', () => {
    const { toServer } = of({ properties: { $filter: string, free: { type: 'object' } } })
    const free = { filter: 'mine', deep: [{ filter: 1 }] }
    expect(toServer({ free })).toEqual({ free })
    const own = { $filter: 'a', free }
    expect(toServer(own)).toBe(own)
    // which of the two is meant is not for us to say
    const both = { $filter: 'a', filter: 'b' }
    expect(toServer(both)).toBe(both)
  })
  it('of a tool without them leave it as it is', () => {
    const safe = safeSchema({ properties: { a: string } }) as JsonObject
    const { schema, toServer } = withAcceptedNames(safe)
    expect(schema).toBe(safe)
    const args = { a: 'b' }
    expect(toServer(args)).toBe(args)
  })
})

describe('a call of such a tool', () => {
  it('is shown, kept and checked with the names that go to the server, whichever the model wrote', async () => {
    const inputSchema = { properties: { $filter: string }, required: ['$filter'], additionalProperties: false }
    const { tools } = await boundTools([{ name: 'query', inputSchema }], false)
    const server = { id: 's', name: 'db', url: 'https://db.example/mcp', enabled: true, trusted: false, createdAt: 1 }
    const call = () => Promise.reject(new Error('not called'))
    const tool = toolsOf({ server, memory: { ...NO_MEMORY, tools } }, call)[0]?.tool
    if (tool === undefined) throw new Error('no tool')
    expect(names(tool.jsonSchema)).toEqual(['filter'])
    const prepare = async (args: object) => {
      const made = { toolCallId: 'a', name: tool.name, args: JSON.stringify(args) }
      return (await prepareCalls([made] as never, { tools: [tool] } as never))[0]
    }
    for (const args of [{ filter: 'x' }, { $filter: 'x' }]) {
      const prepared = await prepare(args)
      expect(prepared).toMatchObject({ args: '{"$filter":"x"}' })
      expect(prepared?.problem).toBeUndefined()
    }
    expect((await prepare({}))?.problem).toContain('$filter')
    expect(parseArguments(tool, '{"$filter":"x"}')).toEqual({ args: { $filter: 'x' } })
  })
})
