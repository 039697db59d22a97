import { unwrap } from 'solid-js/store'
import type { ZodMiniType } from 'zod/mini'
import type { Command } from '../../../protocol/command.ts'
import { PROTOCOL_VERSION } from '../../../protocol/common.ts'
import { FIRST_REQUESTS } from '../../../protocol/first-requests.ts'
import { FromWorker } from '../../../protocol/from-worker.ts'
import type { Port } from '../../../protocol/port.ts'
import type { Refusal } from '../../../protocol/refusals.ts'
import type { Request, RequestKind, RequestOf, Results } from '../../../protocol/requests.ts'
import type { ToWorker } from '../../../protocol/to-worker.ts'
import { t } from '../words/t.ts'
import type { Outbox } from './outbox.ts'
import { shortId } from './short-id.ts'

/** The page's end of the wire: requests with answers, commands with an outbox, every message parsed. */
export type Connection = {
  /** Rejects with an Error whose message is for the person if it is refused. Sent again if the worker is replaced. */
  request: <K extends RequestKind>(request: RequestOf<K>) => Promise<Results[K]>
  /**
   * Kept until acknowledged. `id` ties it to something, such as a draft. null: it contains something that cannot be
   * posted, so it is neither sent nor kept.
   */
  command: (command: Command, id?: string) => SentCommand | null
  /** Whether the command that makes this session is not acknowledged yet. */
  isCreating: (sessionId: string) => boolean
  /** Starts a worker, or a new one in place of the old. */
  start: () => void
  /** Ends the worker right away. */
  stop: () => void
  setOnline: (online: boolean) => void
  /** A navigation begins, which may end this page. */
  leaving: () => void
  /** Sends everything unacknowledged again, whichever tab it was given to. Known commands are answered as known. */
  resend: () => void
  /** Another tab, whose worker was the writer of this epoch, was closed in good order. */
  left: (epoch: number) => void
}

/** `kept`: it survives the end of this page; else it is held in memory only. */
type SentCommand = { id: string; kept: boolean }

export type ConnectionOptions = {
  openPort: () => Port
  outbox: Outbox
  hello: () => { safe: boolean; leftEpoch: number | null; online: boolean }
  /** Everything but replies; after the connection itself has dealt with it. */
  onMessage: (message: Heard) => void
  /** A message that breaks the protocol: this page and its worker do not understand each other. */
  onBadMessage: (problem: string) => void
}

type Refused = Extract<FromWorker, { type: 'refused' }>
/** `refused`: with the reason in the person's language. */
export type Heard =
  | Exclude<FromWorker, { type: 'reply' | 'no-reply' | 'refused' }>
  | { type: 'refused'; id: string | null; words: string }

type Pending = {
  request: Request
  resolve: (result: unknown) => void
  reject: (error: Error) => void
}

export function makeConnection(options: ConnectionOptions): Connection {
  const pending = new Map<string, Pending>()
  let port: Port | null = null
  let order = 0

  /** The one place that sends. What components give may hold proxies of the page's store, which no thread can take. */
  const send = (message: ToWorker): void => port?.send(unwrap(message))
  const ask = (id: string, request: Request): void => {
    try {
      send({ type: 'request', id, request })
    } catch (error) {
      console.error(`The request "${request.kind}" cannot be sent`, error)
      pending.get(id)?.reject(new Error('Couldn’t send this. Nothing was changed.'))
      pending.delete(id)
    }
  }
  const bad = (problem: string, message: unknown): void => {
    console.error(problem, message)
    options.onBadMessage(problem)
  }
  const resend = (): void => {
    for (const { id, command } of options.outbox.entries()) send({ type: 'command', id, command })
  }
  const settle = (id: string, result: unknown): void => {
    const waiting = pending.get(id)
    if (!waiting) return
    pending.delete(id)
    const { kind } = waiting.request
    const read = (schema: ZodMiniType): void => {
      const parsed = schema.safeParse(result)
      if (parsed.success) return waiting.resolve(parsed.data)
      bad(t('Couldn’t read the worker’s answer to "{kind}".', { kind }), parsed.error)
      waiting.reject(new Error('Couldn’t read the answer. Reload the page.'))
    }
    // synchronously where possible, because what follows an opened session builds on it
    if (isFirst(kind)) return read(FIRST_REQUESTS[kind].result)
    import('../../../protocol/requests.ts').then(
      ({ rowOf }) => read(rowOf(kind).result),
      () => waiting.reject(new Error('Couldn’t load a part of the app. Reload the page.')),
    )
  }
  const refuse = async (id: string, refusal: Refusal): Promise<void> => {
    const waiting = pending.get(id)
    pending.delete(id)
    const words = await wordsOf(refusal)
    waiting?.reject(new Error(words))
  }
  /** A refused command would be refused again: it is never sent a second time. */
  const giveUp = async ({ id, refusal }: Refused): Promise<void> => {
    if (id !== null && pending.has(id)) return refuse(id, refusal)
    // if the page dies before the person reads why, the command is sent and refused again
    const words = await wordsOf(refusal)
    if (id !== null) options.outbox.remove(id)
    options.onMessage({ type: 'refused', id, words })
  }
  const receive = (raw: unknown): void => {
    const parsed = FromWorker.safeParse(raw)
    if (!parsed.success) return bad(t('Couldn’t read a message from the worker.'), parsed.error)
    const message = parsed.data
    if (message.type === 'reply') return settle(message.id, message.result)
    if (message.type === 'no-reply') return void refuse(message.id, message.refusal)
    if (message.type === 'refused') return void giveUp(message)
    if (message.type === 'acknowledged') options.outbox.remove(message.id)
    // a new writer may not know them; one that does answers "known"
    if (message.type === 'writer-changed' && message.role !== 'none') resend()
    options.onMessage(message)
  }

  return {
    request: (request) =>
      new Promise((resolve, reject) => {
        const id = crypto.randomUUID()
        pending.set(id, { request, resolve: resolve as (result: unknown) => void, reject })
        ask(id, request)
      }),
    command: (given, id = shortId()) => {
      const command = plain(given)
      if (command === null) return null
      order = Math.max(order + 1, Date.now())
      const kept = options.outbox.put({ id, order, command })
      send({ type: 'command', id, command })
      return { id, kept }
    },
    isCreating: (sessionId) =>
      options.outbox.entries().some(({ command }) => command.kind !== 'input' && command.sessionId === sessionId),
    start: () => {
      port?.close()
      const opened = options.openPort()
      port = opened
      opened.listen((message) => {
        if (port === opened) receive(message)
      })
      const { safe, leftEpoch, online } = options.hello()
      send({ type: 'hello', version: PROTOCOL_VERSION, safe, leftEpoch })
      send({ type: 'online', online })
      // before anything new, so that the order is kept
      resend()
      for (const [id, { request }] of pending) ask(id, request)
    },
    stop: () => {
      port?.close()
      port = null
    },
    setOnline: (online) => send({ type: 'online', online }),
    leaving: () => send({ type: 'leaving' }),
    resend,
    left: (epoch) => send({ type: 'left', epoch }),
  }
}

/** A plain copy, as the other thread would receive it; null: it cannot be posted. */
function plain(command: Command): Command | null {
  try {
    return structuredClone(unwrap(command))
  } catch (error) {
    console.error('A command cannot be sent', error)
    return null
  }
}

const isFirst = (kind: RequestKind): kind is keyof typeof FIRST_REQUESTS => kind in FIRST_REQUESTS

const wordsOf = (refusal: Refusal): Promise<string> =>
  import('../words/refusal-words.ts').then(
    ({ refusalWords }) => refusalWords(refusal),
    () => t('Couldn’t load a part of the app. Reload the page.'),
  )
