import { describe, expect, it } from 'vitest'
import { contextFor, toldAt } from '../../../../src/agent/context.ts'
import { Input } from '../../../../src/agent/input.ts'
import { MAX_STEPS, type PlanChange, type PlanStep } from '../../../../src/agent/plan.ts'
import { compressionCut } from '../../../../src/agent/select.ts'
import { sizeOfMessages, sizeOfSummary } from '../../../../src/agent/size.ts'
import { Session, USAGE } from '../session.ts'

const STEPS: readonly PlanStep[] = [
  { text: 'Read the files', state: 'done' },
  { text: 'Run the tests', state: 'active' },
  { text: 'Write it up', state: 'pending' },
]
const change = (s: Session, change: PlanChange): Session => s.put({ type: 'user-change-plan', change })
const planned = (): Session =>
  new Session()
    .send('u0')
    .answer('', ['read'])
    .respond('ok', { plan: [...STEPS] })
    .answer('a')
const idOf = (s: Session, text: string): string => s.state.plan?.steps.find((step) => step.text === text)?.id ?? ''
const bytes = (value: unknown): number => new TextEncoder().encode(JSON.stringify(value)).length
/** The request for a cut, as text a model reads. */
const heard = (s: Session, cut = s.work.cut): string =>
  JSON.stringify(
    contextFor({ summary: s.state.summary, named: [], messages: s.state.messages, cut, told: toldAt(s.state, cut) }),
  )
const CHANGED = 'The user changed the plan'

describe('the plan of a session', () => {
  it('is what the last call said, the head has only counts and the active step', () => {
    const s = planned()
    expect(s.state.plan?.steps.map(({ text, state }) => ({ text, state }))).toEqual(STEPS)
    expect(s.state.head.plan).toEqual({ steps: 3, done: 1, at: 2, text: 'Run the tests' })
  })
  it('of the largest size leaves the head under 2 kB, and without one the head has not a byte more', () => {
    const full = Array.from({ length: MAX_STEPS }, (): PlanStep => ({ text: '𝕏'.repeat(100), state: 'active' }))
    const s = new Session().send('u0').answer('', ['read']).respond('ok', { plan: full })
    expect(bytes(s.state.head)).toBeLessThan(2048)
    expect(s.state.head.plan?.text.isWellFormed()).toBe(true)
    expect(Object.keys(new Session().send('u0').answer('a').state.head)).not.toContain('plan')
  })
  it('of 1,000 steps, or with a step of a page, is no input', () => {
    const respond = (plan: PlanStep[]): boolean =>
      Input.safeParse({
        ...{ type: 'toolkit-respond', toolCallId: '1.0.0', attempt: 0, content: [], known: [], terminate: false },
        ...{ seq: 1, timestamp: 1, plan },
      }).success
    expect(respond([...STEPS])).toBe(true)
    expect(respond(Array.from({ length: 1000 }, () => ({ text: 'x', state: 'pending' })))).toBe(false)
    expect(respond([{ text: 'x'.repeat(201), state: 'pending' }])).toBe(false)
  })
  it('keeps the ids of steps that keep their words, so that a change of the person finds its step', () => {
    const s = planned()
    const id = idOf(s, 'Write it up')
    s.send('u1').answer('', ['read'])
    s.respond('ok', { plan: [{ text: 'Something new', state: 'active' }, ...STEPS] })
    expect(idOf(s, 'Write it up')).toBe(id)
    expect(new Set(s.state.plan?.steps.map((step) => step.id)).size).toBe(4)
  })
})

describe('what a person changes in the plan', () => {
  it('applies to a step that is there, and changes nothing where it is gone', () => {
    const s = planned()
    const id = idOf(s, 'Write it up')
    change(s, { type: 'step', id, text: 'Write a report' })
    change(s, { type: 'move', id, to: 0 })
    change(s, { type: 'add', text: 'Tell Ann', after: id })
    change(s, { type: 'remove', id: idOf(s, 'Read the files') })
    expect(s.state.plan?.steps.map(({ text }) => text)).toEqual(['Write a report', 'Tell Ann', 'Run the tests'])
    s.refuse({ type: 'user-change-plan', change: { type: 'step', id: 'gone', state: 'done' } })
    s.refuse({ type: 'user-change-plan', change: { type: 'step', id, text: 'Write a report' } })
    s.refuse({ type: 'user-change-plan', change: { type: 'move', id, to: 3 } })
    change(s, { type: 'clear' })
    expect([s.state.plan?.steps, s.state.head.plan]).toEqual([[], undefined])
  })
  it('asks nobody anything, and does not make the session look used', () => {
    const s = planned()
    const { activeAt = s.state.head.timestamp } = s.state.head
    s.timestamp += 5000
    change(s, { type: 'step', id: idOf(s, 'Write it up'), state: 'skipped' })
    expect([s.status, s.state.head.activeAt]).toEqual(['idle', activeAt])
  })
  it('is told with the next request, once, and stays where it was told: the provider’s cache holds', () => {
    const s = planned()
    change(s, { type: 'step', id: idOf(s, 'Write it up'), state: 'skipped' }).send('u1')
    const first = heard(s)
    expect(first).toContain(
      `${CHANGED}. It is now:\\n1. [done] Read the files\\n2. [active] Run the tests\\n3. [skipped]`,
    )
    const { cut } = s.work
    s.answer('b').send('u2')
    const second = heard(s)
    expect(second.split(CHANGED)).toHaveLength(2)
    // a longer request with the same beginning, but for the bracket that closes it
    expect(second.startsWith(first.slice(0, -1))).toBe(true)
    expect(heard(s, cut)).toBe(first)
  })
  it('is told again by a repeated request, the same words, though the person has changed more since', () => {
    const s = planned()
    change(s, { type: 'step', id: idOf(s, 'Write it up'), state: 'skipped' })
      .send('u1')
      .start()
    const { cut } = s.work
    const first = heard(s)
    change(s, { type: 'clear' })
    const failure = { kind: 'network', message: 'cut' } as const
    s.put({ type: 'brain-fail', cut, attempt: 0, failure, partial: [], retryAt: s.timestamp + 1 })
    expect(heard(s, cut)).toBe(first)
    expect(s.state.plan?.row).toBe(null)
  })
  it('is not overwritten by a model that has not been told: its call ends with words that it can act on', () => {
    const s = planned().send('u1').answer('', ['read'])
    change(s, { type: 'step', id: idOf(s, 'Write it up'), text: 'Write a report' })
    const before = s.state.plan
    s.respond('ok', { plan: [...STEPS] })
    expect(s.state.plan).toBe(before)
    expect(s.call.result).toMatchObject({ kind: 'error', content: [{ text: expect.stringContaining('update_plan') }] })
    expect(heard(s)).toContain('Write a report')
    s.answer('', ['read']).respond('ok', { plan: [...STEPS] })
    expect(s.call.result?.kind).toBe('ok')
  })
  it('while a request waits to be sent goes with that request', () => {
    const s = planned().send('u1')
    const { cut } = s.work
    change(s, { type: 'clear' })
    expect(s.work.cut).toBeGreaterThan(cut)
    expect(heard(s)).toContain('removed every step')
  })
})

describe('after a compression', () => {
  const compress = (s: Session, cutAt: number): Session => {
    const remaining = sizeOfMessages(s.state.messages.filter((row) => row.seq > cutAt))
    const cut = compressionCut(s.state.head) ?? 0
    return s.put({ type: 'brain-compress-history', cut, summary: 'S', cutAt, remaining, calls: [] })
  }
  /** A long past with the plan in it, and a message that has to be asked about. */
  const full = (): Session => {
    const s = new Session()
      .send('u0')
      .answer('', ['read'])
      .respond('ok', { plan: [...STEPS] })
      .answer('x'.repeat(2000))
    return s.send('u1').put({ type: 'user-compact', instruction: '' })
  }
  it('the model is told the plan that the summary hides, and no longer than it hides it', () => {
    const s = compress(full(), 1e9)
    expect(s.state.summary?.plan).toContain('2. [active] Run the tests')
    expect(s.state.head.contextSize).toBe(sizeOfSummary(s.state.summary))
    expect(heard(s)).toContain('The plan at that time:\\n1. [done] Read the files')
  })
  it('a plan that is still in what follows is not told twice', () => {
    const s = full()
    const answer = s.answers[0]
    compress(s, (answer?.seq ?? 0) - 1)
    expect(s.state.summary?.plan).toBeUndefined()
  })
  it('what the person changed before is told as it is now', () => {
    const s = full()
    change(s, { type: 'step', id: idOf(s, 'Run the tests'), state: 'done' })
    compress(s, 1e9)
    expect(s.state.summary?.plan).toBeUndefined()
    expect(heard(s)).toContain('2. [done] Run the tests')
  })
  it('a change while it runs does not make it run again', () => {
    const s = full()
    const { keys } = s
    change(s, { type: 'clear' })
    expect(s.keys).toEqual(keys)
    expect(keys.some((key) => key.startsWith('compress-history-'))).toBe(true)
  })
})

it('a branch keeps the plan, and tells it where the row that told it is left out', () => {
  const s = planned()
  s.put({ type: 'session-branch', count: 1, origin: { session: 's', seq: 1, n: 1 } })
  expect([s.state.plan?.steps.length, s.state.plan?.row, s.state.head.plan?.at]).toEqual([3, null, 2])
  const whole = planned()
  const { count } = whole.state.head
  whole.put({ type: 'session-branch', count, origin: { session: 's', seq: 1, n: count } })
  expect(whole.state.plan?.row).not.toBe(null)
})

it('a recording keeps its plan as it was', () => {
  const s = planned().put({ type: 'brain-name-session', title: 'T', usage: USAGE }).put({ type: 'session-record' })
  s.refuse({ type: 'user-change-plan', change: { type: 'clear' } })
})
