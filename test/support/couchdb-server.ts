import { randomUUID } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { createRequire } from 'node:module'
import type { AddressInfo } from 'node:net'
import { makePlan, type PlanNext } from './planned-answers.ts'

/** The CouchDB API of PouchDB's server, in memory, with Basic auth and CORS. */
export type CouchDbServer = {
  /** An empty database; all servers of one process share their memory. */
  url: string
  next: PlanNext
  requests: string[]
  close: () => Promise<void>
}

/** Two in one process would interfere. */
let shared: Handler | null = null

export const COUCH_USER = { user: 'anna', password: 'correct: horse, bättery' }
const AUTHORIZATION = `Basic ${Buffer.from(`${COUCH_USER.user}:${COUCH_USER.password}`).toString('base64')}`

type Handler = (request: IncomingMessage, response: ServerResponse) => void

export async function startCouchDbServer({ origins = [] }: { origins?: string[] } = {}): Promise<CouchDbServer> {
  shared ??= couchHandler()
  const couch = shared
  const requests: string[] = []
  const plan = makePlan()
  const server = createServer((request, response) => {
    requests.push(`${request.method} ${request.url}`)
    const origin = request.headers.origin ?? ''
    if (origins.includes(origin)) {
      response.setHeader('access-control-allow-origin', origin)
      response.setHeader('access-control-allow-headers', 'accept, authorization, content-type, origin, referer')
      response.setHeader('access-control-allow-methods', 'GET, PUT, POST, HEAD, DELETE')
    }
    if (request.method === 'OPTIONS') return void response.writeHead(origins.includes(origin) ? 204 : 405).end()
    if (request.headers.authorization !== AUTHORIZATION) {
      const words = { error: 'unauthorized', reason: 'You are not a server admin.' }
      return void response.writeHead(401, { 'content-type': 'application/json' }).end(JSON.stringify(words))
    }
    const answer = plan.take(request.method)
    if (answer === undefined) return couch(request, response)
    if (!answer.done) return void response.writeHead(answer.status, answer.headers).end(answer.body)
    // it runs, but its response is thrown away
    const end = response.end.bind(response)
    response.writeHead = () => response
    response.write = () => true
    response.end = (() => {
      Object.assign(response, { writeHead: Object.getPrototypeOf(response).writeHead })
      for (const name of response.getHeaderNames()) response.removeHeader(name)
      response.writeHead(answer.status, answer.headers)
      delete (response as { write?: unknown }).write
      return end(answer.body)
    }) as typeof response.end
    couch(request, response)
  })
  // closing a connection while its next request is under way would leave the outcome in doubt
  server.keepAliveTimeout = 0
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/db${randomUUID()}`
  const made = await fetch(url, { method: 'PUT', headers: { authorization: AUTHORIZATION } })
  if (made.status !== 201) throw new Error(`The database could not be made: ${made.status} ${await made.text()}`)
  return {
    url,
    requests,
    next: plan.next,
    close: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

/** These packages have no types, and are CommonJS. */
function couchHandler(): Handler {
  const require = createRequire(import.meta.url)
  const loaded = [
    require('pouchdb-core'),
    require('pouchdb-adapter-memory'),
    require('pouchdb-mapreduce'),
    require('pouchdb-find'),
  ]
  const [core, ...plugins] = loaded.map((part) => part.default ?? part)
  const PouchDB = plugins.reduce((made, plugin) => made.plugin(plugin), core).defaults({ adapter: 'memory' })
  const app = require('express')()
  app.use('/', require('express-pouchdb')(PouchDB, { mode: 'minimumForPouchDB', inMemoryConfig: true }))
  return app
}
