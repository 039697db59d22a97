import { request as httpRequest, type IncomingMessage, type ServerResponse } from 'node:http'
import { endAs, type MockReply, sendRaw } from './mock-replies.ts'

/**
 * Google's Interactions API in the background: one request starts an answer and gets its id, a second receives its
 * events from the start or after an event, others query it and cancel it. aimock makes the events of replies given as
 * words.
 */
export type MockInteractions = {
  /** Whether a path is about an existing interaction, not a new one. */
  isAbout: (path: string) => boolean
  /** Starts an interaction with the answer of aimock at `url`, or with raw bytes, and sends its id. */
  begin: (outgoing: ServerResponse, url: string, context: string, body: string, reply: MockReply) => void
  answer: (outgoing: ServerResponse, method: string, path: string) => Promise<void>
  /** Forgets all interactions: expired. */
  forget: () => void
  list: () => { id: string; status: Status }[]
}
type Status = 'in_progress' | 'completed' | 'requires_action' | 'cancelled'
type Event = {
  event_type: string
  event_id?: string
  index?: number
  interaction?: Record<string, unknown>
  [field: string]: unknown
}
type Kept = {
  id: string
  status: Status
  events: Event[]
  reply: MockReply
  listened: number
  heard: Set<() => void>
  stop: () => void
}

/** aimock makes no thinking, and no usage unless a reply has it. */
function withThought(event: Event, { thinking, signature, usage }: MockReply): Event[] {
  const { interaction } = event
  if (event.event_type === 'interaction.completed' && usage === undefined)
    return [{ ...event, interaction: { ...interaction, usage: { total_input_tokens: 12, total_output_tokens: 34 } } }]
  if (thinking === undefined) return [event]
  if (event.event_type !== 'interaction.created')
    return [event.index === undefined ? event : { ...event, index: event.index + 1 }]
  const delta = (fields: object): Event => ({ event_type: 'step.delta', index: 0, delta: fields })
  return [
    event,
    { event_type: 'step.start', index: 0, step: { type: 'thought' } },
    delta({ type: 'thought_summary', content: { type: 'text', text: thinking } }),
    delta({ type: 'thought_signature', signature: signature ?? 'c2ln' }),
    { event_type: 'step.stop', index: 0 },
  ]
}

export function makeMockInteractions(): MockInteractions {
  const all = new Map<string, Kept>()
  let count = 0

  const add = (run: Kept, event: Event): void => {
    if (run.status !== 'in_progress') return
    const { interaction } = event
    run.events.push(interaction === undefined ? event : { ...event, interaction: { ...interaction, id: run.id } })
    if (event.event_type === 'interaction.completed') run.status = (interaction?.['status'] ?? 'completed') as Status
    for (const heard of [...run.heard]) heard()
  }

  const make = async (run: Kept, url: string, context: string, body: string): Promise<void> => {
    const upstream = httpRequest(`${url}/v1beta/interactions`, {
      ...{ method: 'POST', agent: false },
      headers: { 'content-type': 'application/json', 'x-aimock-context': context },
    })
    run.stop = () => void upstream.destroy()
    const { background: _, store: __, ...asked } = JSON.parse(body)
    upstream.end(JSON.stringify({ ...asked, stream: true }))
    const answer = await new Promise<IncomingMessage>((resolve, reject) =>
      upstream.once('response', resolve).once('error', reject),
    )
    answer.setEncoding('utf8')
    let rest = ''
    for await (const chunk of answer) {
      const texts = (rest + chunk).split('\n\n')
      rest = texts.pop() ?? ''
      for (const text of texts) {
        if (run.events.length >= (run.reply.holdUntil?.events ?? Infinity)) await run.reply.holdUntil?.until
        for (const event of withThought(JSON.parse(text.slice(text.indexOf('data: ') + 6)), run.reply)) add(run, event)
      }
    }
  }

  const follow = (outgoing: ServerResponse, run: Kept, from: number): Promise<void> => {
    outgoing.writeHead(200, { 'content-type': 'text/event-stream' }).flushHeaders()
    const breakAfter = run.listened++ === 0 ? run.reply.breakAfter : undefined
    return new Promise((resolve) => {
      let next = from
      let sent = 0
      const leave = (): void => {
        run.heard.delete(send)
        resolve()
      }
      const send = (): void => {
        if (breakAfter?.events === sent) {
          endAs(outgoing, breakAfter.how)
          return leave()
        }
        for (; next < run.events.length && !outgoing.destroyed; next++) {
          outgoing.write(`event: ${run.events[next]?.event_type}\ndata: ${JSON.stringify(run.events[next])}\n\n`)
          if (++sent !== breakAfter?.events) continue
          endAs(outgoing, breakAfter.how)
          return leave()
        }
        if (run.status === 'in_progress') return
        outgoing.end('event: done\ndata: [DONE]\n\n')
        leave()
      }
      run.heard.add(send)
      outgoing.on('close', leave)
      send()
    })
  }

  const json = (outgoing: ServerResponse, status: number, body: object): void =>
    void outgoing.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
  const told = ({ id, status }: Kept): object => ({ id, status, object: 'interaction', model: 'gemini-test-1' })

  return {
    isAbout: (path) => path.startsWith('/v1beta/interactions/'),
    begin: (outgoing, url, context, body, reply) => {
      const id = `v1_mock_${++count}`
      const run: Kept = { id, status: 'in_progress', events: [], reply, listened: 0, heard: new Set(), stop: () => {} }
      all.set(id, run)
      json(outgoing, 200, told(run))
      if (reply.raw === undefined)
        make(run, url, context, body).catch(() => {
          // cancelled, or the client is gone: what exists stays
        })
    },
    answer: async (outgoing, method, path) => {
      const url = new URL(path, 'http://mock')
      const [id = '', verb] = url.pathname.slice('/v1beta/interactions/'.length).split('/')
      const run = all.get(id)
      if (run === undefined)
        return json(outgoing, 404, {
          error: { code: 404, message: `Interaction ${id} not found.`, status: 'NOT_FOUND' },
        })
      if (method === 'POST' && verb === 'cancel') {
        add(run, { event_type: 'interaction.completed', interaction: { status: 'cancelled' } })
        run.stop()
        return json(outgoing, 200, told(run))
      }
      if (url.searchParams.get('stream') !== 'true') {
        const last = run.events.findLast(({ interaction }) => interaction !== undefined)
        return json(outgoing, 200, { ...told(run), usage: last?.interaction?.['usage'] })
      }
      if (run.reply.raw !== undefined) return sendRaw(outgoing, run.reply.raw)
      const after = url.searchParams.get('last_event_id')
      return follow(outgoing, run, after === null ? 0 : run.events.findIndex(({ event_id }) => event_id === after) + 1)
    },
    forget: () => all.clear(),
    list: () => [...all.values()].map(({ id, status }) => ({ id, status })),
  }
}
