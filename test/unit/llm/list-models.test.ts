import { describe, expect, it } from 'vitest'
import { listModels } from '../../../src/llm/list-models.ts'

const { signal } = new AbortController()
const list = (body: unknown, init?: ResponseInit) =>
  listModels(
    { baseUrl: 'https://api.example.com/v1', fetch: async () => new Response(JSON.stringify(body), init) },
    signal,
  )

describe('list of models', () => {
  it('reads the shapes that servers send', async () => {
    expect(await list({ data: [{ id: 'a' }, { id: 'b' }, { id: 'a' }] })).toEqual(['a', 'b'])
    expect(await list([{ id: 'a' }, { name: 'b' }])).toEqual(['a', 'b'])
    expect(await list({ models: [{ name: 'a' }, 7, null, 'b'] })).toEqual(['a', 'b'])
    expect(await list({ data: [] })).toEqual([])
  })
  it('anything else is told as no list, not as an empty one', async () => {
    await expect(list({ hello: 'world' })).rejects.toMatchObject({ cause: { kind: 'broken-stream' } })
    await expect(list('text')).rejects.toMatchObject({ cause: { kind: 'broken-stream' } })
    await expect(list({ error: { message: 'nope' } }, { status: 404 })).rejects.toMatchObject({
      cause: { kind: 'not-found' },
    })
  })
  it('no network and an abort are told as such', async () => {
    const offline = {
      baseUrl: 'https://api.example.com/v1',
      fetch: () => Promise.reject(new TypeError('Failed to fetch')),
    }
    await expect(listModels(offline, signal)).rejects.toMatchObject({ cause: { kind: 'network', retryable: true } })
    await expect(listModels(offline, AbortSignal.abort())).rejects.toMatchObject({ cause: { kind: 'aborted' } })
  })
})
