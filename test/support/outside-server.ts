import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** What reached the outside world. `body`: of a POST, parsed. */
export type OutsideRequest = { path: string; body: Record<string, unknown>; gone: boolean }
export type OutsideServer = {
  /** Without a trailing slash; `127.0.0.1`, so another origin than the app's. */
  origin: string
  /** In order of arrival. */
  requests: OutsideRequest[]
  /** From now on requests of this path are not answered, until they are released. */
  hold: (path: string) => void
  release: (path: string) => void
  close: () => Promise<void>
}
export type OutsideReply = { type?: string; body: string }

/**
 * A server open to every site (CORS) that acts as the outside world of a test: it records requests and answers on
 * command, so that a test can stay in the middle of a request for any time.
 */
export async function startOutsideServer(reply: (request: OutsideRequest) => OutsideReply): Promise<OutsideServer> {
  const requests: OutsideRequest[] = []
  const held = new Map<string, (() => void)[]>()
  const answer = async (incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> => {
    const headers = { 'access-control-allow-origin': '*', 'access-control-allow-headers': '*', connection: 'close' }
    if (incoming.method === 'OPTIONS') return void outgoing.writeHead(204, headers).end()
    const chunks: Buffer[] = []
    for await (const chunk of incoming) chunks.push(chunk as Buffer)
    const text = Buffer.concat(chunks).toString('utf8')
    const { pathname } = new URL(incoming.url ?? '/', 'http://outside')
    const request = { path: pathname, body: text === '' ? {} : JSON.parse(text), gone: false }
    requests.push(request)
    outgoing.on('close', () => {
      request.gone = !outgoing.writableFinished
    })
    const waiting = held.get(pathname)
    if (waiting !== undefined) await new Promise<void>((resolve) => waiting.push(resolve))
    if (outgoing.destroyed) return
    const { type = 'text/plain', body } = reply(request)
    outgoing.writeHead(200, { ...headers, 'content-type': type }).end(body)
  }
  const server = createServer((incoming, outgoing) => {
    answer(incoming, outgoing).catch((error: Error) => outgoing.destroy(error))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    hold: (path) => void held.set(path, []),
    release: (path) => {
      for (const go of held.get(path) ?? []) go()
      held.delete(path)
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
