import type { Command } from '../../protocol/command.ts'
import { PROTOCOL_VERSION } from '../../protocol/common.ts'
import type { Port } from '../../protocol/port.ts'
import { ToWorker } from '../../protocol/to-worker.ts'
import { classifyFault } from '../../storage/fault.ts'
import { Refused, refusal } from '../refused.ts'
import type { RequestEnvironment } from '../request-handlers.ts'
import { exportAnyway } from '../requests/export-anyway.ts'
import { answerRequest } from '../requests/requests.ts'

/** The door to the page: what comes in is parsed, and everything gets an answer. */
export type PageHandlers = {
  hello: (hello: Extract<ToWorker, { type: 'hello' }>) => void
  online: () => void
  leaving: () => void
  left: (epoch: number) => void
  command: (id: string, command: Command) => void
  /** null until storage is open: requests wait. */
  environment: () => RequestEnvironment | null
  report: (error: unknown) => void
}
type RequestMessage = Extract<ToWorker, { type: 'request' }>

/** Starts listening. Returns what answers the requests that came before storage was open. */
export function answerPage(port: Port, handlers: PageHandlers): () => void {
  const waiting: RequestMessage[] = []

  const reply = async (id: string, result: () => Promise<unknown>): Promise<void> => {
    try {
      const answer = await result()
      // these bytes were read for this answer only, so they are transferred: copying 100 MB would block both threads
      port.send(
        { type: 'reply', id, result: answer },
        answer instanceof Uint8Array ? [answer.buffer as ArrayBuffer] : [],
      )
    } catch (error) {
      if (!(error instanceof Refused)) handlers.report(error)
      const { refusal } = error instanceof Refused ? error : new Refused(classifyFault(error).message)
      port.send({ type: 'no-reply', id, refusal })
    }
  }

  port.listen((raw) => {
    const parsed = ToWorker.safeParse(raw)
    if (!parsed.success) {
      const id = idOf(raw)
      port.send({
        type: 'refused',
        id,
        refusal: refusal('not-understood', { why: parsed.error.issues[0]?.message ?? 'bad message' }),
      })
      return handlers.report(parsed.error)
    }
    const message = parsed.data
    switch (message.type) {
      case 'hello':
        if (message.version === PROTOCOL_VERSION) return handlers.hello(message)
        return port.send({ type: 'refused', id: null, refusal: refusal('other-version') })
      case 'online':
        return handlers.online()
      case 'leaving':
        return handlers.leaving()
      case 'left':
        return handlers.left(message.epoch)
      case 'command':
        return handlers.command(message.id, message.command)
      case 'request': {
        const { id, request } = message
        const environment = handlers.environment()
        if (request.kind === 'export') void reply(id, () => exportAnyway(request))
        else if (environment === null) waiting.push(message)
        else void reply(id, () => answerRequest(request, environment))
      }
    }
  })

  return () => {
    const environment = handlers.environment()
    if (environment === null) return
    for (const { id, request } of waiting.splice(0)) void reply(id, () => answerRequest(request, environment))
  }
}

function idOf(raw: unknown): string | null {
  const id = typeof raw === 'object' && raw !== null && 'id' in raw ? raw.id : null
  return typeof id === 'string' && id.length <= 64 ? id : null
}
