import { expect } from 'vitest'
import type { Config } from '../../../src/agent/config.ts'
import { effectsAt } from '../../../src/agent/effects-at.ts'
import { initiate } from '../../../src/agent/initiate.ts'
import type { Stamp, Unstamped } from '../../../src/agent/input.ts'
import type { Answer, ToolCall } from '../../../src/agent/message.ts'
import type { State } from '../../../src/agent/state.ts'
import { status } from '../../../src/agent/status.ts'
import { transition } from '../../../src/agent/transition.ts'
import { said } from '../../support/said.ts'
import { freeze } from './world/machine.ts'
import { CONFIG } from './world/settings.ts'

/** A session driven by hand: inputs that must apply, and inputs that must not. */

type Of<Type extends Unstamped['type']> = Extract<Unstamped, { type: Type }>
export const plain = (text: string): [{ type: 'text'; text: string }] => [{ type: 'text', text }]
export const USAGE = { input: 10, output: 5, cacheRead: 0, cacheWrite: 0, reasoning: 0 }
type Called = Of<'brain-call-tools'>['toolCalls'][number]

export class Session {
  state: State = freeze(initiate('s'))
  timestamp = 1_700_000_000_000
  constructor(config: Partial<Config> = {}) {
    this.put({ type: 'session-create', sessionId: 's', config: { ...CONFIG, compressAbove: null, ...config } })
  }
  private step(input: Unstamped, stamp: Partial<Stamp> = {}): State {
    const seq = this.state.head.seq + 1
    return freeze(transition(freeze({ ...input, seq, timestamp: this.timestamp, ...stamp }))(this.state))
  }
  put(input: Unstamped): this {
    const next = this.step(input)
    expect(next, `${input.type} applies`).not.toBe(this.state)
    this.state = next
    return this
  }
  refuse(input: Unstamped, stamp?: Partial<Stamp>): this {
    expect(this.step(input, stamp), `${input.type} does not apply`).toBe(this.state)
    return this
  }
  send(messageId: string, delivery: Of<'user-send-message'>['delivery'] = 'steer'): this {
    return this.put(said({ type: 'user-send-message', messageId, content: plain(messageId), delivery }))
  }
  start(work = this.work): this {
    return this.put({ type: 'brain-send-message-start', ...work, model: { providerId: 'p', model: 'm' } })
  }
  /** The newest asking answers: calls first, as the effect does. */
  answer(
    text: string,
    calls: (string | Partial<Called>)[] = [],
    more: Partial<Of<'brain-send-message-complete'>> = {},
  ): this {
    const { work } = this
    this.start(work)
    const toolCalls = calls.map((call) => ({
      providerId: 'call_0',
      args: '{}',
      name: 'read',
      ...(typeof call === 'string' ? { name: call } : call),
    }))
    if (calls.length > 0) this.put({ type: 'brain-call-tools', ...work, toolCalls })
    const content = text === '' ? [] : plain(text)
    return this.put({
      type: 'brain-send-message-complete',
      ...work,
      content,
      stopReason: 'stop',
      usage: USAGE,
      cost: 0.5,
      ...more,
    })
  }
  /** Starts the call and gives its result. */
  respond(text: string, more: Partial<Of<'toolkit-respond'>> = {}): this {
    const work = this.toolWork
    this.put({ type: 'toolkit-start', ...work })
    return this.put({ type: 'toolkit-respond', ...work, content: plain(text), known: [], terminate: false, ...more })
  }
  get keys(): string[] {
    return Object.keys(effectsAt(this.state))
  }
  get status(): string {
    return status(this.state.head).type
  }
  get work(): { cut: number; attempt: number } {
    const effects = Object.values(effectsAt(this.state))
    const effect = effects.findLast((e) => e.kind === 'ask-brain')
    if (effect?.kind !== 'ask-brain') throw new Error(`nothing is asked: ${this.keys}`)
    return { cut: effect.cut, attempt: effect.attempt }
  }
  get toolWork(): { toolCallId: string; attempt: number } {
    const effect = Object.values(effectsAt(this.state)).find((e) => e.kind === 'request-toolkit')
    if (effect?.kind !== 'request-toolkit') throw new Error(`no tool runs: ${this.keys}`)
    return { toolCallId: effect.toolCallId, attempt: effect.attempt }
  }
  get answers(): Answer[] {
    return this.state.messages.filter((row): row is Answer => row.role === 'assistant')
  }
  get calls(): ToolCall[] {
    return this.answers.flatMap((answer) => answer.calls)
  }
  get call(): ToolCall {
    const call = this.calls.at(-1)
    if (!call) throw new Error('no call')
    return call
  }
}

/** A session after so many rounds of question, two tools and an answer, with the ids of commands that a page sends. */
export const rounds = (count: number): Session => {
  const s = new Session()
  const send = (k: number): Unstamped =>
    said({
      type: 'user-send-message',
      messageId: `m${k}abcdefgh`,
      content: plain('Please do it'),
      delivery: 'steer',
      commandId: `c${k}abcdefgh`.slice(0, 10),
    })
  for (let k = 0; k < count; k++) s.put(send(k)).answer('', ['read', 'read']).respond('r').respond('r').answer('done')
  return s.put(send(count)).answer('', ['read', 'pay', 'put'])
}
