import { describe, expect, it } from 'vitest'
import { effectsAt } from '../../../../src/agent/effects-at.ts'
import type { Form } from '../../../../src/agent/form.ts'
import { initiate } from '../../../../src/agent/initiate.ts'
import type { Input } from '../../../../src/agent/input.ts'
import { helpedCalls } from '../../../../src/agent/select.ts'
import { transition } from '../../../../src/agent/transition.ts'
import { MAX_HELPERS } from '../../../../src/agent/version.ts'
import { learn, nothingLearnt } from '../../../../src/effects/provenance.ts'
import { blobsNamedBy } from '../../../../src/storage/archive/blob-names.ts'
import { Session } from '../session.ts'
import { CONFIG } from '../world/settings.ts'

const SHA = 'a'.repeat(64)
const COST = { tokens: 100, cost: 0.25 }
const waiting = (s: Session): string[] =>
  Object.values(effectsAt(s.state)).flatMap((effect) => (effect.kind === 'await-helper' ? [effect.session] : []))
const running = (s: Session): string[] => s.keys.filter((key) => key.startsWith('request-toolkit-'))
/** The running call begins its helper. */
const hand = (s: Session): Session => {
  const { toolWork } = s
  const { toolCallId } = toolWork
  s.put({ type: 'toolkit-start', ...toolWork })
  return s.put({ type: 'toolkit-wait', ...toolWork, for: { type: 'helper', session: `helper of ${toolCallId}` } })
}
/** A helper of another session, at its beginning. */
const helper = () => {
  const input: Input = {
    type: 'session-create',
    sessionId: 'h',
    config: CONFIG,
    helps: {
      parent: { session: 's', call: '3.0.0', depth: 1 },
      title: 'Read',
      task: 'Read https://given.example/secret?x=1',
      files: [{ path: 'a.txt', from: null, to: SHA, size: 1, mediaType: 'text/plain' }],
      isPrivate: true,
    },
    seq: 1,
    timestamp: 1,
  }
  return { input, state: transition(input)(initiate('h')) }
}

describe('a session that is helped', () => {
  it('has four helpers at once; the fifth call begins when one of them has ended', () => {
    const s = new Session().send('u0').answer('', ['read', 'read', 'read', 'read', 'read'])
    for (let n = 0; n < MAX_HELPERS; n++) hand(s)
    expect([waiting(s).length, running(s)]).toEqual([MAX_HELPERS, []])
    expect(s.status).toBe('using')
    const key = s.keys.find((each) => each.startsWith('wait-')) ?? ''
    s.put({ type: 'clock-reach', key })
    expect([waiting(s).length, running(s).length]).toEqual([MAX_HELPERS - 1, 1])
    s.respond('done', { spent: COST })
    hand(s)
    expect([waiting(s).length, running(s)]).toEqual([MAX_HELPERS, []])
  })
  it('runs the call again when its helper is at rest, and pays for the helper', () => {
    const s = hand(new Session().send('u0').answer('', ['read']))
    const { run, spent } = s.state.head
    s.put({ type: 'clock-reach', key: s.keys.find((each) => each.startsWith('wait-')) ?? '' })
    expect(s.toolWork.attempt).toBe(1)
    s.respond('done', { spent: COST })
    expect(s.call).toMatchObject({ status: 'closed', helper: `helper of ${s.call.id}`, result: { kind: 'ok' } })
    expect(s.state.head.run).toMatchObject({ tokens: run.tokens + COST.tokens, cost: run.cost + COST.cost })
    expect(s.state.head.spent.cost).toBe(spent.cost + COST.cost)
  })
  it('pays for a helper that failed, too', () => {
    const s = hand(new Session().send('u0').answer('', ['read']))
    s.put({ type: 'clock-reach', key: s.keys.find((each) => each.startsWith('wait-')) ?? '' })
    const { tokens } = s.state.head.run
    const { toolWork } = s
    s.put({ type: 'toolkit-start', ...toolWork })
    s.put({ type: 'toolkit-error', ...toolWork, error: 'stopped', retryAt: null, spent: COST })
    expect(s.state.head.run.tokens).toBe(tokens + COST.tokens)
  })
  it('branched while its helpers work: the branch waits for none of them, and runs no call again', () => {
    const s = hand(hand(new Session().send('u0').answer('', ['read', 'read', 'read'])))
    expect(waiting(s)).toHaveLength(2)
    const { count, sessionId, seq } = s.state.head
    s.put({ type: 'session-branch', count, origin: { session: sessionId, seq, n: count } })
    expect(s.keys).toEqual([])
    expect(s.status).toBe('stopped')
    const [answer] = s.state.messages.filter((row) => row.role === 'assistant')
    expect(answer?.calls.map(({ status, result }) => [status, result?.kind])).toEqual(
      Array.from({ length: 3 }, () => ['closed', 'aborted']),
    )
    expect(helpedCalls(s.state.head)).toEqual([])
    s.send('u1')
    expect([waiting(s), running(s)]).toEqual([[], []])
  })
  it('asks whether the changes are kept: a kill asks the same again, Stop keeps nothing, and the bytes stay', () => {
    const s = hand(new Session().send('u0').answer('', ['read']))
    s.put({ type: 'clock-reach', key: s.keys.find((each) => each.startsWith('wait-')) ?? '' })
    const { toolWork } = s
    s.put({ type: 'toolkit-start', ...toolWork })
    const file = { path: 'a.txt', from: null, to: SHA, size: 1, mediaType: 'text/plain' }
    const form: Form = {
      ...{ id: 'f1', from: 'Read', about: 'changes', text: '', asksForSecret: false, fields: [] },
      changes: { files: [file], more: 0 },
    }
    const asks: Input = { type: 'toolkit-wait', ...toolWork, for: { type: 'form', form }, seq: 9, timestamp: 9 }
    expect(blobsNamedBy([asks])).toEqual([SHA])
    s.put(asks)
    // nothing runs until the person answers, so a kill has nothing to repeat
    expect([running(s), waiting(s), s.status]).toEqual([[], [], 'waiting-for-you'])
    const answer = { type: 'user-answer-form', toolCallId: toolWork.toolCallId, values: {} } as const
    s.refuse({ ...answer, form: 'f0', action: 'accept' })
    const stopped = new Session()
    stopped.state = s.state
    stopped.put({ type: 'user-abort', partials: {} })
    stopped.refuse({ ...answer, form: 'f1', action: 'accept' })
    expect(stopped.state.files).toEqual(s.state.files)

    s.put({ ...answer, form: 'f1', action: 'accept' })
    s.refuse({ ...answer, form: 'f1', action: 'decline' })
    expect(running(s)).toHaveLength(1)
    s.respond('done', { files: [file] })
    expect(s.state.files).toMatchObject([{ path: 'a.txt', blob: SHA }])
    // what was kept is kept once
    s.refuse({
      ...{ type: 'toolkit-respond', ...toolWork, attempt: toolWork.attempt + 1, content: [], known: [] },
      ...{ terminate: false, files: [file] },
    })
  })
  it('never waits for a helper in a call that must not run twice', () => {
    const s = new Session().send('u0').answer('', ['mail'])
    const { toolWork } = s
    s.put({ type: 'toolkit-start', ...toolWork })
    s.refuse({ type: 'toolkit-wait', ...toolWork, for: { type: 'helper', session: 'h' } })
  })
})

describe('a helper', () => {
  it('begins with its task, its title, its files and what is private, in one step', () => {
    const { state } = helper()
    expect(state.head).toMatchObject({
      title: 'Read',
      private: true,
      parent: { session: 's', call: '3.0.0', depth: 1 },
    })
    expect(state.messages).toMatchObject([{ role: 'user', by: 'agent', n: 0 }])
    expect(state.files).toMatchObject([{ path: 'a.txt', blob: SHA }])
    expect(Object.keys(effectsAt(state))).toEqual(['ask-brain-1-0'])
  })
  it('has no address from its task: a model wrote it', () => {
    const [task] = helper().state.messages
    if (task === undefined) throw new Error('no task')
    const learnt = nothingLearnt()
    learn(learnt, task)
    expect(learnt.known.size).toBe(0)
    // the same words of a person make it known
    learn(learnt, task.role === 'user' ? { ...task, by: undefined } : task)
    expect(learnt.known.size).toBe(1)
  })
  it('names the bytes of its files: they stay when the session that it helps is gone', () => {
    expect(blobsNamedBy([helper().input])).toEqual([SHA])
  })
})
