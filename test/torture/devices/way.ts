import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/**
 * The way of one device to the storage, which can be bad for it alone. `silent`: nobody answers. `errors`: 503. `cut`:
 * connections break before anything is done. `unheard`: what is asked is done, and its answer is lost. `keeps-nothing`:
 * every write is said to be kept, and is not.
 */
export const TROUBLES = ['silent', 'errors', 'cut', 'unheard', 'keeps-nothing'] as const
export type Trouble = (typeof TROUBLES)[number]
export type Way = {
  /** The storage's address, as this device knows it. */
  url: string
  /** null: nothing is wrong with it. */
  set: (trouble: Trouble | null) => void
  close: () => Promise<void>
}

export async function openWay(storage: string): Promise<Way> {
  const target = new URL(storage)
  let trouble: Trouble | null = null
  const silent = new Set<ServerResponse>()

  const pass = (incoming: IncomingMessage, outgoing: ServerResponse): void => {
    const { method, url, headers } = incoming
    const onward = request(
      { host: target.hostname, port: target.port, method, path: url, headers: { ...headers, host: target.host } },
      (answer) => {
        if (trouble === 'unheard') {
          answer.resume()
          return void outgoing.destroy()
        }
        outgoing.writeHead(answer.statusCode ?? 502, answer.headers)
        answer.pipe(outgoing)
      },
    )
    onward.once('error', () => outgoing.destroy())
    incoming.pipe(onward)
  }
  const keepNothing = (incoming: IncomingMessage, outgoing: ServerResponse): void => {
    const id = decodeURIComponent((incoming.url ?? '').split('/').at(-1) ?? '')
    incoming.resume()
    incoming.once('end', () => {
      outgoing.setHeader('access-control-allow-origin', incoming.headers.origin ?? '*')
      outgoing.writeHead(201, { 'content-type': 'application/json' })
      outgoing.end(JSON.stringify({ ok: true, id, rev: '1-00000000000000000000000000000000' }))
    })
  }
  const server = createServer((incoming, outgoing) => {
    // a connection that is used again lets Chromium repeat a request that broke off
    outgoing.setHeader('connection', 'close')
    if (trouble === 'silent') return void silent.add(outgoing)
    if (trouble === 'cut') return void outgoing.destroy()
    if (trouble === 'errors') {
      outgoing.setHeader('access-control-allow-origin', incoming.headers.origin ?? '*')
      return void outgoing.writeHead(503, { 'content-type': 'application/json' }).end('{"error":"torture"}')
    }
    if (trouble === 'keeps-nothing' && incoming.method === 'PUT') return keepNothing(incoming, outgoing)
    pass(incoming, outgoing)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}${target.pathname}`,
    set: (next) => {
      trouble = next
      // whoever waits finds out as with a connection that has died
      for (const outgoing of silent) outgoing.destroy()
      silent.clear()
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
