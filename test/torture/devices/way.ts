import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/**
 * The way of one device to the storage, which can be bad for it alone. `silent`: nobody answers. `errors`: 503. `cut`:
 * connections break before anything is done. `unheard`: what is asked is done, and its answer is lost. `keeps-nothing`:
 * every write is said to be kept, and is not.
 */
export const TROUBLES = ['silent', 'errors', 'cut', 'unheard', 'keeps-nothing'] as const
/**
 * Those of a storage that cannot be trusted. `late`: what is asked arrives seconds later, and so does its answer.
 * `says-yes`: every request is answered with 200 or 201, and none arrives. `forgetful`: every third write is said to be
 * kept, and is not.
 */
export const LIES = ['late', 'says-yes', 'forgetful', 'keeps-nothing', 'unheard', 'silent'] as const
export type Trouble = (typeof TROUBLES)[number] | (typeof LIES)[number]
export type Way = {
  /** The storage's address, as this device knows it. */
  url: string
  /** null: nothing is wrong with it. */
  set: (trouble: Trouble | null) => void
  close: () => Promise<void>
}

/** Milliseconds to the storage, and back again. */
const LATE = 2500

export async function openWay(storage: string): Promise<Way> {
  const target = new URL(storage)
  let trouble: Trouble | null = null
  const silent = new Set<ServerResponse>()
  let writes = 0

  /** `late`: ms that its answer takes. */
  const pass = (incoming: IncomingMessage, outgoing: ServerResponse, late = 0): void => {
    const { method, url, headers } = incoming
    const onward = request(
      { host: target.hostname, port: target.port, method, path: url, headers: { ...headers, host: target.host } },
      (answer) => {
        if (trouble === 'unheard') {
          answer.resume()
          return void outgoing.destroy()
        }
        const answerIt = (): void => {
          if (outgoing.destroyed) return void answer.resume()
          outgoing.writeHead(answer.statusCode ?? 502, answer.headers)
          answer.pipe(outgoing)
        }
        if (late > 0) setTimeout(answerIt, late)
        else answerIt()
      },
    )
    onward.once('error', () => outgoing.destroy())
    incoming.pipe(onward)
  }
  /** The answer to something that was done, though nothing is done. */
  const sayYes = (incoming: IncomingMessage, outgoing: ServerResponse): void => {
    const id = decodeURIComponent((incoming.url ?? '').split('/').at(-1) ?? '')
    incoming.resume()
    incoming.once('end', () => {
      outgoing.setHeader('access-control-allow-origin', incoming.headers.origin ?? '*')
      outgoing.writeHead(incoming.method === 'PUT' ? 201 : 200, { 'content-type': 'application/json' })
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
    if (trouble === 'says-yes' && incoming.method !== 'OPTIONS') return sayYes(incoming, outgoing)
    if (incoming.method === 'PUT') {
      writes += 1
      const isLost = trouble === 'keeps-nothing' || (trouble === 'forgetful' && writes % 3 === 0)
      if (isLost) return sayYes(incoming, outgoing)
    }
    if (trouble !== 'late') return pass(incoming, outgoing)
    // one that the device has given up by then arrives as well
    setTimeout(() => pass(incoming, outgoing, LATE), LATE)
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
