import { afterEach, expect, it, vi } from 'vitest'
import type { LlmPart, LlmRequest } from '../../../src/llm/port.ts'
import { saveReaderService, saveSearchProvider } from '../../../src/storage/settings/services.ts'
import { saveProvider } from '../../../src/storage/settings/settings.ts'
import { fetchPage } from '../../../src/tools/web/fetch-page.ts'
import { connect } from '../../../src/worker/ports/connect.ts'
import { openSearch, webFor } from '../../../src/worker/ports/granted-origins.ts'
import { writerDatabase } from '../storage/support.ts'

/**
 * What the worker's connections to models and services do with code that is late, and with answers that hold their own
 * key.
 */

const KEY = 'tvly-very-secret-0123456789'
afterEach(() => vi.restoreAllMocks())

const answerWith = (body: BodyInit, type: string): void => {
  vi.spyOn(globalThis, 'fetch').mockImplementation(
    async () => new Response(body, { headers: { 'content-type': type } }),
  )
}

it('a provider whose code does not come keeps the answer waiting; it is no error', async () => {
  const { db } = await writerDatabase()
  const baseUrl = 'https://models.example/v1'
  await saveProvider(
    db,
    { id: 'p', kind: 'openai-compatible', label: 'P', baseUrl, model: 'm', models: [], createdAt: 1 },
    KEY,
  )
  answerWith(
    'data: {"choices":[{"delta":{"content":"Here"},"finish_reason":"stop"}]}\n\ndata: [DONE]\n\n',
    'text/event-stream',
  )
  let come = (): void => {}
  const late = new Promise<void>((resolve) => {
    come = resolve
  })
  const connection = await connect(db, { providerId: 'p', model: 'm', thinking: 'off' }, async (code) => {
    await late
    return code()
  })
  if ('failure' in connection) throw new Error(connection.failure.message)
  const parts: LlmPart[] = []
  const asked = (async () => {
    const request: LlmRequest = {
      model: 'm',
      system: '',
      messages: [{ role: 'user', content: [{ type: 'text', text: 'Hi' }] }],
      tools: [],
      toolChoice: 'auto',
      thinking: 'off',
      signal: new AbortController().signal,
    }
    for await (const part of connection.llm(request)) parts.push(part)
  })()
  await new Promise((resolve) => setTimeout(resolve, 50))
  expect(parts).toEqual([])
  come()
  await asked
  expect(parts).toContainEqual(expect.objectContaining({ type: 'text-delta', text: 'Here' }))
  expect(parts.at(-1)).toMatchObject({ type: 'done', stopReason: 'stop' })
})

it("a search service's answer is cleared of its own key", async () => {
  const { db } = await writerDatabase()
  await saveSearchProvider(db, { kind: 'tavily', baseUrl: 'https://api.tavily.com' }, KEY)
  answerWith(`{"results":[{"title":"${KEY}"}],\n"basic":"${btoa(`:${KEY}`)}"}`, 'application/json')
  const search = await openSearch(db)
  const response = await search?.fetch('https://api.tavily.com/search', {
    headers: {},
    signal: new AbortController().signal,
  })
  expect(vi.mocked(fetch).mock.calls.length).toBe(1)
  const text = await new Response(response?.body as ReadableStream).text()
  expect(text).toContain('[secret]')
  expect(text).not.toContain(KEY)
  expect(text).not.toContain(btoa(`:${KEY}`).slice(4, -4))
})

it.each([
  ['UTF-8', new TextEncoder().encode(`The key is ${KEY}.`), 'text/plain'],
  ['UTF-16', utf16(`The key is ${KEY}.`), 'text/plain; charset=utf-16le'],
  ['a charset that does not exist', new TextEncoder().encode(`The key is ${KEY}.`), 'text/plain; charset=none'],
])("a reader service's answer in %s is cleared of its own key", async (_, body, type) => {
  const { db } = await writerDatabase()
  await saveReaderService(db, { template: 'https://reader.example/{url}' }, KEY)
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (input) => {
    const { host } = new URL(input instanceof Request ? input.url : input)
    if (host !== 'reader.example') throw new TypeError('Failed to fetch')
    return new Response(body, { headers: { 'content-type': type } })
  })
  const outcome = await fetchPage.run({ url: 'https://page.example/', source: undefined }, {
    web: webFor(db, ['origin:https://page.example']),
    signal: new AbortController().signal,
    progress: () => {},
  } as never)
  expect(JSON.stringify(outcome)).toContain('The key is [secret].')
  expect(JSON.stringify(outcome)).not.toContain(KEY)
})

function utf16(text: string): Uint8Array<ArrayBuffer> {
  return new Uint8Array(Uint16Array.from(text, (character) => character.charCodeAt(0)).buffer)
}
