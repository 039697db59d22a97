import { expect, it } from 'vitest'
import { REQUESTS, Request, type RequestKind, rowOf } from '../../../src/protocol/requests.ts'

const kinds = Object.keys(REQUESTS) as RequestKind[]

it('a request whose arguments do not fit its row, or that has no row, does not come through the door', () => {
  expect(Request.parse({ kind: 'get-memory', more: 1 })).toEqual({ kind: 'get-memory' })
  expect(Request.parse({ kind: 'pause-storage', paused: true })).toEqual({ kind: 'pause-storage', paused: true })
  for (const bad of [{ kind: 'pause-storage' }, { kind: 'pause-storage', paused: 1 }, { kind: 'unheard-of' }, {}, null])
    expect(Request.safeParse(bad).success).toBe(false)
})

it('every row can be built: its arguments are parsed, and its result is refused when it is another one', () => {
  for (const kind of kinds) {
    expect(Request.safeParse({ kind }).success, kind).toBe(!('args' in REQUESTS[kind]) || allOptional(kind))
    expect(rowOf(kind).result.safeParse(Symbol('another')).success, kind).toBe(false)
  }
})

const allOptional = (kind: RequestKind): boolean =>
  Object.values(rowOf(kind).args ?? {}).every((schema) => schema.safeParse(undefined).success)

it('each request that may read or seal a secret first asks the other tabs for the key', () => {
  expect(kinds.filter((kind) => rowOf(kind).needsKey).sort()).toEqual(
    [
      ...['save-provider', 'test-provider', 'list-models', 'find-local-servers'],
      ...['begin-provider-sign-in', 'finish-provider-sign-in'],
      ...['save-search-provider', 'test-search-provider', 'save-reader', 'test-reader'],
      ...['save-relay', 'test-relay', 'save-git-host'],
      ...['save-mcp-server', 'test-mcp-server', 'refresh-mcp-server', 'delete-mcp-server'],
      ...['begin-mcp-sign-in', 'finish-mcp-sign-in', 'sign-out-mcp-server'],
      ...['get-mcp-prompt', 'read-mcp-resource'],
      ...['test-storage', 'connect-storage', 'connect-by-code', 'make-code', 'draft-skill'],
    ].sort(),
  )
})
