import { beforeAll, beforeEach } from 'vitest'
import { apply } from '../../../src/agent/delta.ts'
import type { State } from '../../../src/agent/state.ts'
import { status } from '../../../src/agent/status.ts'
import type { Command } from '../../../src/protocol/command.ts'
import { PROTOCOL_VERSION, type SessionView } from '../../../src/protocol/common.ts'
import { FromWorker } from '../../../src/protocol/from-worker.ts'
import type { Refusal } from '../../../src/protocol/refusals.ts'
import { type RequestKind, type RequestOf, type Results, rowOf } from '../../../src/protocol/requests.ts'
import { emptyStorage } from '../storage/empty.ts'

/** As one script: test/support/built-workers.ts. */
const WORKER = '/built/src/worker/main.ts/entry.js'
// the first that asks for it waits until it is built, which is no part of what a test measures
beforeAll(async () => void (await fetch(WORKER)))

// what earlier tests and files left at work would go on in the workers of this one, and be heard there
beforeEach(() => emptyStorage())

/** A bare page for tests of the worker: speaks the protocol, applies deltas, keeps what it heard. */
export type TestPage = ReturnType<typeof openPage>

/** A fact by its code; what is in words, in its words. */
const namesOf = ({ code, values }: Refusal): string =>
  code === 'in-words' ? values.text : `${code} ${JSON.stringify(values)}`

let counter = 0
export const newId = (): string => `t${Date.now().toString(36)}${counter++}`

export function openPage({ name = '', safe = false }: { name?: string; safe?: boolean } = {}) {
  const worker = new Worker(WORKER, { type: 'module', name })
  const heard: FromWorker[] = []
  const waiters = new Set<() => void>()
  const views = new Map<string, SessionView>()
  worker.onmessage = ({ data }) => {
    const message = FromWorker.parse(data)
    heard.push(message)
    if (message.type === 'delta') {
      const view = views.get(message.sessionId)
      if (view !== undefined && view.head.seq === message.after) {
        const next = apply({ plan: null, ...view, summary: null, files: [] } as State, message.delta)
        views.set(message.sessionId, {
          head: next.head,
          config: next.config,
          queue: [...next.queue],
          messages: [...next.messages],
        })
      } else if (view !== undefined && view.head.seq < message.seq) void open(message.sessionId)
    }
    for (const check of [...waiters]) check()
  }
  const post = (message: unknown): void => worker.postMessage(message)
  const until = <Value>(find: () => Value | undefined | null | false, what: string, ms = 60_000): Promise<Value> =>
    new Promise((resolve, reject) => {
      const check = (): void => {
        const value = find()
        if (!value) return
        clearTimeout(timer)
        waiters.delete(check)
        resolve(value)
      }
      const timer = setTimeout(() => {
        waiters.delete(check)
        reject(new Error(`Waited in vain for ${what}; last heard: ${JSON.stringify(heard.slice(-5)).slice(0, 1500)}`))
      }, ms)
      waiters.add(check)
      check()
    })
  const ask = async <Kind extends RequestKind>(request: RequestOf<Kind>): Promise<Results[Kind]> => {
    const id = newId()
    post({ type: 'request', id, request })
    const answer = await until(
      () => heard.find((m) => (m.type === 'reply' || m.type === 'no-reply' || m.type === 'refused') && m.id === id),
      `the answer to ${request.kind}`,
    )
    if (answer.type === 'refused' || answer.type === 'no-reply') throw new Error(namesOf(answer.refusal))
    return rowOf(request.kind).result.parse((answer as { result: unknown }).result) as Results[Kind]
  }
  /** As the product's page does: what changed while the session was read is read again. */
  const open = async (sessionId: string): Promise<Results['open-session']> => {
    const opened = await ask({ kind: 'open-session', sessionId, tail: 50 })
    if (opened === null) return null
    views.set(sessionId, opened.view)
    const { seq } = opened.view.head
    const missed = heard.some((m) => m.type === 'delta' && m.sessionId === sessionId && m.seq > seq)
    return missed ? open(sessionId) : opened
  }
  post({ type: 'hello', version: PROTOCOL_VERSION, safe, leftEpoch: null })
  return {
    heard,
    post,
    until,
    ask,
    command: async (command: Command, id = newId()) => {
      post({ type: 'command', id, command })
      return until(
        () => heard.find((m) => (m.type === 'acknowledged' || m.type === 'refused') && m.id === id),
        `the acknowledgement of ${command.kind}`,
      )
    },
    open,
    view: (sessionId: string) => views.get(sessionId),
    status: (sessionId: string) => {
      const view = views.get(sessionId)
      return view === undefined ? null : status(view.head).type
    },
    role: (role: 'writer' | 'follower', ms?: number) =>
      until(() => heard.findLast((m) => m.type === 'writer-changed' && m.role === role), `being ${role}`, ms),
    kill: () => worker.terminate(),
  }
}

export const textOf = (view: SessionView | undefined): string[] =>
  (view?.messages ?? []).map((message) =>
    message.content.map((block) => (block.type === 'text' ? block.text : `[${block.type}]`)).join(''),
  )
