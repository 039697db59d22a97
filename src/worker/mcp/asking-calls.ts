import { AddressWanted, type Asked, replyOf } from '../../mcp/elicitation.ts'
import { hashOf } from '../../mcp/hash-of.ts'
import type { McpResult } from '../../mcp/result.ts'
import { type Sampled, wordsOfSampling } from '../../mcp/sampling.ts'
import { paced } from '../../settings/pace.ts'
import { OutcomeUnknown } from '../../tools/outcome-unknown.ts'
import type { Sampling } from '../../tools/servers/sampling-port.ts'
import type { Form, FormAnswered, ToolContext, ToolRequest } from '../../tools/tool.ts'

/**
 * Calls whose server asks the person before it answers. The question is state of the session; the request to the server
 * stays open meanwhile, in this worker. If the worker dies, the request is lost and the question is not.
 */

/** Most questions in one call; a server that asks on is told that the person cancelled. */
const MOST_QUESTIONS = 8
const LOOK_AGAIN = 2000

type Reply = ReturnType<typeof replyOf>
type Question = { form: Form; reply: (answer: Reply) => void }
/** `next`: questions that nobody has answered, in order. `asked`: how many there were. */
type Open = {
  serverId: string
  controller: AbortController
  result: Promise<McpResult>
  next: Question[]
  asked: number
  changed: () => void
  /** Of the present attempt. */
  sampling: Sampling | undefined
  requests: ToolRequest[]
}
type Context = Pick<ToolContext, 'signal' | 'attempt' | 'answered' | 'isOpen' | 'sampling'> & { key: string }

export type AskingCalls = {
  /**
   * Carries out a call, or continues one whose question was answered. Resolves to its result, or to the next question.
   * Rejects with OutcomeUnknown if the server may have acted and its request is lost. `once`: the call must not be
   * repeated.
   */
  carryOut: (
    of: { server: { id: string; name: string }; once: boolean },
    context: Context,
    start: (signal: AbortSignal) => Promise<McpResult>,
  ) => Promise<{ result: McpResult; requests: ToolRequest[] } | { form: Form }>
  /** A server asks. Resolves when the person has answered, or at once if no call of it is running. */
  ask: (server: { id: string; name: string }, asked: Asked, signal: AbortSignal) => Promise<Reply>
  /** A server wants to ask a model. Rejects with a sentence for the server. */
  sample: (
    server: { id: string; name: string },
    wish: Sampled,
    signal: AbortSignal,
  ) => Promise<{ text: string; model: string; isCut: boolean }>
}

/** Its form can be answered at any time: the server has not acted. */
const BEFORE = 'before:'
const CANCEL: Reply = { action: 'cancel' }

export function makeAskingCalls(): AskingCalls {
  const open = new Map<string, Open>()
  const begin = (key: string, serverId: string, start: (signal: AbortSignal) => Promise<McpResult>): Open => {
    const controller = new AbortController()
    const made: Open = {
      ...{ serverId, controller, result: start(controller.signal), next: [], asked: 0, changed: () => {} },
      ...{ sampling: undefined, requests: [] },
    }
    made.result.catch(() => {}) // heard where it is awaited
    open.set(key, made)
    return made
  }
  const end = (key: string, call: Open): void => {
    open.delete(key)
    for (const { reply } of call.next.splice(0)) reply(CANCEL)
  }
  /** Stop, a deleted session, another device: nobody will answer. */
  const watch = (key: string, call: Open, isOpen: () => boolean): void => {
    if (open.get(key) !== call) return
    if (isOpen()) return void setTimeout(() => watch(key, call, isOpen), paced(LOOK_AGAIN))
    call.controller.abort(new DOMException('The call was stopped.', 'AbortError'))
    end(key, call)
  }
  const answer = (call: Open, { id, ...given }: FormAnswered): boolean => {
    const [first] = call.next
    if (first?.form.id !== id) return false
    call.next.shift()
    first.reply(replyOf(first.form, given))
    return true
  }
  /**
   * The call that a server's question belongs to, since the server does not say it. null: no call, or the server has
   * asked too often.
   */
  const next = (server: { id: string }): Open | null => {
    const call = [...open.values()].findLast(({ serverId }) => serverId === server.id)
    return call === undefined || ++call.asked > MOST_QUESTIONS ? null : call
  }
  const show = (call: Open, form: Form, signal: AbortSignal): Promise<Reply> =>
    new Promise((resolve) => {
      const question: Question = { form, reply: resolve }
      call.next.push(question)
      call.changed()
      signal.addEventListener('abort', () => {
        call.next = call.next.filter((other) => other !== question)
        resolve(CANCEL)
      })
    })
  /** The result, or null: a question is due. */
  const wait = (call: Open, signal: AbortSignal): Promise<McpResult | null> =>
    new Promise((resolve, reject) => {
      call.changed = () => call.next.length > 0 && resolve(null)
      call.changed()
      call.result.then(resolve, reject)
      signal.addEventListener('abort', () => reject(signal.reason), { once: true })
    })
  return {
    carryOut: async ({ server, once }, { key, signal, attempt = 0, answered, isOpen, sampling }, start) => {
      const known = open.get(key)
      const isLost = known === undefined && answered !== undefined && answered.attempt === attempt
      if (isLost && once && !answered.id.startsWith(BEFORE))
        throw new OutcomeUnknown('The connection on which the server waited for the answer is gone.')
      const call = known ?? begin(key, server.id, start)
      call.sampling = sampling
      const stop = (): void => call.controller.abort(signal.reason)
      signal.addEventListener('abort', stop)
      let isKept = false
      try {
        if (known !== undefined && answered !== undefined) answer(call, answered)
        for (;;) {
          const result = await wait(call, signal)
          if (result !== null) return { result, requests: call.requests }
          // the person has answered this question before the request was lost
          if (known === undefined && answered !== undefined && answer(call, answered)) continue
          const [question] = call.next
          if (question === undefined) continue
          isKept = true
          watch(key, call, isOpen ?? (() => false))
          return { form: question.form }
        }
      } catch (error) {
        if (!(error instanceof AddressWanted)) throw error
        return { form: await formOf(error.asked, server, BEFORE) }
      } finally {
        signal.removeEventListener('abort', stop)
        if (!isKept) end(key, call)
      }
    },
    ask: async (server, asked, signal) => {
      const call = next(server)
      return call === null ? CANCEL : await show(call, await formOf(asked, server), signal)
    },
    sample: async (server, wish, signal) => {
      const call = next(server)
      if (call?.sampling === undefined) throw new Error('No call of this server is running, or it has asked too often.')
      const grant = `sampling:${server.id}`
      if (!call.sampling.isGranted(grant)) {
        const form = await formOf(await permissionFor(wish, grant, call.sampling), server)
        if ((await show(call, form, signal)).action !== 'accept') throw new Error('The user rejected the request.')
      }
      const { request, ...said } = await call.sampling.ask(wish, signal)
      call.requests.push(request)
      return said
    },
  }
}

/** The question for leave to ask the session's model: what it reads, which model, and what it costs at most. */
async function permissionFor(wish: Sampled, grant: string, sampling: Sampling): Promise<Omit<Form, 'id' | 'from'>> {
  return {
    ...{ about: 'sampling', text: wordsOfSampling(wish), asksForSecret: false, grant },
    model: await sampling.most(wish),
    fields: [
      {
        ...{ name: 'scope', label: 'For how long', hint: '', required: true, kind: 'choice', initial: 'once' },
        options: [
          { value: 'once', label: 'This time' },
          { value: 'session', label: 'For this server in this session' },
        ],
      },
    ],
  }
}

async function formOf(
  asked: Omit<Form, 'id' | 'from'>,
  server: { id: string; name: string },
  before = '',
): Promise<Form> {
  return { id: before + (await hashOf([server.id, asked])), from: server.name, ...asked }
}
