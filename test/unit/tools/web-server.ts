import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll } from 'vitest'
import { readable } from '../../../src/tools/web/readable.ts'
import type { Web } from '../../../src/tools/web/web-port.ts'

export type Asked = { method: string; path: string; headers: IncomingMessage['headers']; body: string }
export type WebServer = { origin: string; asked: Asked[] }

/** A web server on a random port that remembers what it was asked; closed after the tests of the file. */
export async function startWebServer(answer: (asked: Asked, response: ServerResponse) => void): Promise<WebServer> {
  const asked: Asked[] = []
  const server = createServer(async (request, response) => {
    let body = ''
    for await (const chunk of request) body += chunk
    const one = { method: request.method ?? '', path: request.url ?? '', headers: request.headers, body }
    asked.push(one)
    answer(one, response)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  afterAll(() => {
    server.closeAllConnections()
    server.close()
  })
  return { origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, asked }
}

/** A web without a browser's rules, but for what a test sets. */
export const openWeb = (more: Partial<Web> = {}): Web => ({
  getPage: (url, signal) => fetch(url, { signal, redirect: 'manual' }),
  reader: async () => null,
  search: async () => null,
  makeReadable: async (html, url) => readable(html, url),
  ...more,
})

/** A web that is always the same: one page, and one search service that finds it. */
export const cannedWeb = (): Web =>
  openWeb({
    getPage: async () => new Response('<p>The plan.</p>', { headers: { 'content-type': 'text/html' } }),
    search: async () => ({
      kind: 'searxng',
      baseUrl: 'https://search.example',
      fetch: async () =>
        Response.json({ results: [{ url: 'https://example.org/plan', title: 'Plan', content: 'A plan' }] }),
    }),
  })
