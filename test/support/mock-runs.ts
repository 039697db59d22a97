import { request as httpRequest, type ServerResponse } from 'node:http'
import { endAs, type MockReply } from './mock-replies.ts'

/**
 * Background mode of the Responses API: a run continues after its client disconnects, and can be streamed again from
 * its start, queried, and cancelled. aimock makes the events; they are numbered and stored here.
 */
export type MockRuns = {
  /** Whether a path is about an existing run, not a new one. */
  isAbout: (path: string) => boolean
  /** Starts a run of aimock's answer and sends it; resolves when the client is gone or has everything. */
  begin: (outgoing: ServerResponse, url: string, context: string, body: string, reply: MockReply) => Promise<void>
  answer: (outgoing: ServerResponse, method: string, path: string) => Promise<void>
  /** Forgets all runs: expired. */
  forget: () => void
  /** From now on runs can be queried but not streamed: older than five minutes. */
  age: () => void
  /** Continues all paused runs, and pauses none any more. */
  release: () => void
  list: () => MockRun[]
}
type MockRun = {
  id: string
  status: 'in_progress' | 'completed' | 'cancelled'
  /** Each event as sent, and when it was made (wall time, ms). */
  events: { at: number; text: string; data: RunEvent }[]
}
type RunEvent = { type: string; sequence_number: number; delta?: string; response?: Record<string, unknown> }
type Kept = MockRun & { cancel: () => void; heard: Set<() => void> }

export function makeMockRuns(): MockRuns {
  const runs = new Map<string, Kept>()
  let old = false
  let released = false
  const held: (() => void)[] = []

  const add = (run: Kept, data: Omit<RunEvent, 'sequence_number'>): void => {
    const event = { ...data, sequence_number: run.events.length }
    run.events.push({ at: Date.now(), text: `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`, data: event })
    for (const heard of [...run.heard]) heard()
  }

  const follow = (
    outgoing: ServerResponse,
    run: Kept,
    from: number,
    breakAfter: MockReply['breakAfter'],
  ): Promise<void> => {
    outgoing.writeHead(200, { 'content-type': 'text/event-stream' }).flushHeaders()
    return new Promise((resolve) => {
      let next = from
      let sent = 0
      const stop = (): void => {
        run.heard.delete(send)
        resolve()
      }
      const send = (): void => {
        for (; next < run.events.length && !outgoing.destroyed; next++) {
          outgoing.write(run.events[next]?.text)
          if (++sent !== breakAfter?.events) continue
          endAs(outgoing, breakAfter.how)
          return stop()
        }
        if (run.status === 'in_progress') return
        outgoing.end()
        stop()
      }
      run.heard.add(send)
      outgoing.on('close', stop)
      send()
    })
  }

  const begin: MockRuns['begin'] = (outgoing, url, context, body, reply) =>
    new Promise((resolve, reject) => {
      const upstream = httpRequest(
        `${url}/v1/responses`,
        { method: 'POST', agent: false, headers: { 'content-type': 'application/json', 'x-aimock-context': context } },
        (answer) => {
          let run: Kept | null = null
          let rest = ''
          const { holdUntil } = reply
          const hold = reply.holdAfter ?? holdUntil?.events ?? Infinity
          const waiting = holdUntil === undefined ? held : []
          let opened = false
          void holdUntil?.until.then(() => {
            opened = true
            for (const go of waiting.splice(0)) go()
          })
          answer.setEncoding('utf8')
          answer.on('data', (chunk: string) => {
            const texts = (rest + chunk).split('\n\n')
            rest = texts.pop() ?? ''
            for (const text of texts) {
              const data = JSON.parse(text.slice(text.indexOf('data: ') + 6)) as RunEvent
              const go = (): void => arrive(data)
              const free = holdUntil === undefined ? released : opened
              if (!free && (run?.events.length ?? 0) >= hold) waiting.push(go)
              else go()
            }
          })
          const arrive = (data: RunEvent): void => {
            if (run === null) {
              const id = String(data.response?.['id'])
              run = { id, status: 'in_progress', events: [], heard: new Set(), cancel: () => upstream.destroy() }
              runs.set(id, run)
              add(run, data)
              add(run, { ...data, type: 'response.queued' })
              follow(outgoing, run, 0, reply.breakAfter).then(resolve, reject)
            } else {
              if (data.type === 'response.completed' || data.type === 'response.incomplete') run.status = 'completed'
              add(run, data)
            }
          }
          answer.on('error', () => {
            // cancelled: what exists stays
          })
        },
      )
      upstream.on('error', (error) =>
        [...runs.values()].some(({ status }) => status === 'cancelled') ? resolve() : reject(error),
      )
      upstream.end(body)
    })

  const json = (outgoing: ServerResponse, status: number, body: object): void =>
    void outgoing.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
  const refuse = (outgoing: ServerResponse, status: number, message: string): void =>
    json(outgoing, status, { error: { message, type: 'invalid_request_error', code: null } })

  return {
    isAbout: (path) => path.startsWith('/v1/responses/'),
    begin,
    answer: async (outgoing, method, path) => {
      const url = new URL(path, 'http://mock')
      const [id = '', verb] = url.pathname.slice('/v1/responses/'.length).split('/')
      const run = runs.get(id)
      if (run === undefined) return refuse(outgoing, 404, `Response with id '${id}' not found.`)
      if (method === 'POST' && verb === 'cancel') {
        if (run.status === 'in_progress') {
          run.status = 'cancelled'
          run.cancel()
          for (const heard of [...run.heard]) heard()
        }
        return json(outgoing, 200, { id, status: run.status })
      }
      if (url.searchParams.get('stream') !== 'true') {
        const response = run.events.findLast(({ data }) => data.response !== undefined)?.data.response
        return json(outgoing, 200, { ...response, status: run.status })
      }
      if (old)
        return refuse(outgoing, 400, 'This response can no longer be streamed because it is more than 5 minutes old.')
      const after = url.searchParams.get('starting_after')
      return follow(outgoing, run, after === null ? 0 : Number(after) + 1, undefined)
    },
    forget: () => runs.clear(),
    age: () => {
      old = true
    },
    release: () => {
      released = true
      for (const go of held.splice(0)) go()
    },
    list: () => [...runs.values()],
  }
}
