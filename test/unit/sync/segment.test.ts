import { describe, expect, it } from 'vitest'
import type { Input } from '../../../src/agent/input.ts'
import { AGENT_VERSION } from '../../../src/agent/version.ts'
import { decodeSegment, encodeSegment, hashOf, isSameRow, type Row } from '../../../src/sync/segment.ts'

const row = (seq: number, title = 'T'): Row => ({
  seq,
  timestamp: 5,
  agentVersion: AGENT_VERSION,
  input: { type: 'user-name-session', title, seq, timestamp: 5 },
})
const segment = (rows: Row[]): Parameters<typeof encodeSegment>[0] => ({
  id: 'ab'.repeat(16),
  device: 'd1',
  kind: 'rows',
  previous: '',
  rows,
})
const altered = (change: (value: Record<string, unknown>) => void): Uint8Array => {
  const value: Record<string, unknown> = JSON.parse(new TextDecoder().decode(encodeSegment(segment([row(3), row(5)]))))
  change(value)
  return new TextEncoder().encode(JSON.stringify(value))
}

describe('the bytes of a segment', () => {
  it('are read as they were written, and the same rows give the same bytes', async () => {
    const bytes = encodeSegment(segment([row(3), row(5)]))
    const decoded = decodeSegment(bytes, 2)
    expect(decoded).toMatchObject({ type: 'segment', segment: segment([row(3), row(5)]) })
    if (decoded.type !== 'segment') return
    const { format: _, agentVersion: __, ...again } = decoded.segment
    expect(encodeSegment(again)).toEqual(bytes)
    expect(await hashOf(bytes)).toMatch(/^[0-9a-f]{64}$/)
    expect(await hashOf(encodeSegment(segment([row(3)])))).not.toBe(await hashOf(bytes))
  })

  it('with a call that was announced with its answer are for apps that know of that: one that does not would act again', () => {
    const call = { providerId: 'x', name: 'notify', args: '{}', answered: { kind: 'ok' as const, content: [] } }
    const announced = (toolCalls: (typeof call | Omit<typeof call, 'answered'>)[]): Row => ({
      ...row(4),
      input: { type: 'brain-call-tools', cut: 3, attempt: 0, toolCalls, seq: 4, timestamp: 5 },
    })
    const { answered: _, ...plain } = call
    const formatOf = (rows: Row[]): unknown => JSON.parse(new TextDecoder().decode(encodeSegment(segment(rows)))).format
    expect(formatOf([row(3), announced([plain])])).toBe(1)
    expect(formatOf([row(3), announced([plain, call])])).toBe(2)
    expect(decodeSegment(encodeSegment(segment([announced([call])])), 2)).toMatchObject({ type: 'segment' })
  })

  it('with code that a provider ran are for apps that know of that: to one that does not they would be damaged', () => {
    const ran = { type: 'code-run' as const, language: 'python', code: '1 + 1', output: '2' }
    const text = { type: 'text' as const, text: 'Two.' }
    const failure = { kind: 'network', message: 'x' } as const
    const at = { seq: 4, timestamp: 5 }
    const usage = { input: 1, output: 1, cacheRead: 0, cacheWrite: 0, reasoning: 0 }
    const said = (content: (typeof ran | typeof text)[]): Input[] => [
      {
        type: 'brain-send-message-complete',
        cut: 3,
        attempt: 0,
        content,
        stopReason: 'stop',
        usage,
        cost: null,
        ...at,
      },
      { type: 'brain-fail', cut: 3, attempt: 0, failure, partial: content, retryAt: null, ...at },
      { type: 'user-abort', partials: { 3: content }, ...at },
      { type: 'user-delete-session', partials: { 3: content }, ...at },
    ]
    const encoded = (input: Input) => encodeSegment(segment([row(3), { ...row(4), input }]))
    const formatOf = (input: Input): unknown => JSON.parse(new TextDecoder().decode(encoded(input))).format
    expect(said([text]).map(formatOf)).toEqual([1, 1, 1, 1])
    expect(said([text, ran]).map(formatOf)).toEqual([3, 3, 3, 3])
    expect(formatOf({ type: 'user-delete-session', ...at })).toBe(1)
    const message = {
      type: 'user-send-message' as const,
      messageId: 'm',
      content: [text],
      delivery: 'steer' as const,
      partials: {},
    }
    expect(formatOf({ ...message, ...at })).toBe(1)
    expect(formatOf({ ...message, files: [], known: [], ...at })).toBe(4)
    for (const input of said([text, ran])) expect(decodeSegment(encoded(input), 2)).toMatchObject({ type: 'segment' })
  })

  it('in which a helper asks whether its changes are kept are for apps that know of that: to one that does not they would be damaged', () => {
    const asked = (about: 'form' | 'changes'): Input => ({
      ...{ type: 'toolkit-wait', toolCallId: '3.0.0', attempt: 1, seq: 4, timestamp: 5 },
      for: { type: 'form', form: { id: 'f', from: 'x', about, text: '', asksForSecret: false, fields: [] } },
    })
    const formatOf = (input: Input): unknown =>
      JSON.parse(new TextDecoder().decode(encodeSegment(segment([row(3), { ...row(4), input }])))).format
    expect((['form', 'changes'] as const).map((about) => formatOf(asked(about)))).toEqual([11, 12])
  })

  it('that say what is private are for apps that know of that: one that does not would forget it', () => {
    const at = { seq: 4, timestamp: 5 }
    const work = { cut: 3, attempt: 0 }
    const start = { type: 'brain-send-message-start', ...work, model: { providerId: 'p', model: 'm' }, ...at } as const
    const call = { providerId: 'x', name: 'fetch_page', args: '{}' }
    const called = { type: 'brain-call-tools', ...work, ...at } as const
    const encoded = (input: Input) => encodeSegment(segment([row(3), { ...row(4), input }]))
    const formatOf = (input: Input): unknown => JSON.parse(new TextDecoder().decode(encoded(input))).format
    const telling: Input[] = [
      { type: 'session-keep-private', ...at },
      { ...start, private: true },
      { ...called, toolCalls: [{ ...call, opens: { count: 4, list: [] } }] },
    ]
    expect(telling.map(formatOf)).toEqual([5, 5, 5])
    expect([start, { ...called, toolCalls: [call] }].map(formatOf)).toEqual([1, 1])
    for (const input of telling) expect(decodeSegment(encoded(input), 2)).toMatchObject({ type: 'segment' })
  })

  it('that change a plan are for apps that know of plans: one that does not would lose it', () => {
    const at = { seq: 4, timestamp: 5 }
    const formatOf = (input: Input): unknown =>
      JSON.parse(new TextDecoder().decode(encodeSegment(segment([row(3), { ...row(4), input }])))).format
    const result = { type: 'toolkit-respond', toolCallId: '1.0.0', attempt: 0, content: [], known: [], ...at } as const
    expect(formatOf({ ...result, terminate: false })).toBe(1)
    expect(formatOf({ ...result, terminate: false, plan: [{ text: 'x', state: 'done' }] })).toBe(7)
    expect(formatOf({ type: 'user-change-plan', change: { type: 'clear' }, ...at })).toBe(7)
    const decision = { type: 'user-decide-tool-call', toolCallId: 'c', decision: 'deny', scope: 'once', ...at } as const
    const free = { type: 'user-configure', config: { mode: 'free' }, ...at } as const
    expect([decision, { ...free, config: { mode: 'ask' } } as const].map(formatOf)).toEqual([1, 1])
    expect([{ ...decision, reason: 'no' }, { ...decision, also: ['d'] }, free].map(formatOf)).toEqual([8, 8, 8])
  })

  it('that name a project are for apps that know of projects: one that does not would take them for damaged', () => {
    const input: Input = { type: 'user-move-session', project: 'p', seq: 4, timestamp: 5 }
    const bytes = encodeSegment(segment([row(3), { ...row(4), input }]))
    expect(JSON.parse(new TextDecoder().decode(bytes)).format).toBe(9)
  })

  it('that find tools are for apps that know of that: one that does not would forget them', () => {
    const result = { type: 'toolkit-respond', toolCallId: '1.0.0', attempt: 0, content: [], known: [] } as const
    const input: Input = { ...result, terminate: false, found: ['crm__a'], seq: 4, timestamp: 5 }
    const bytes = encodeSegment(segment([row(3), { ...row(4), input }]))
    expect(JSON.parse(new TextDecoder().decode(bytes)).format).toBe(10)
  })

  it.each<[string, (value: Record<string, unknown>) => void]>([
    ['of another format', (value) => Object.assign(value, { format: 13, rows: 'packed' })],
    ['of a newer agent', (value) => Object.assign(value, { agentVersion: AGENT_VERSION + 1, rows: [{ odd: true }] })],
  ])('a segment %s is one for a newer app, whatever its rows are', (_, change) => {
    expect(decodeSegment(altered(change), 2)).toEqual({ type: 'newer' })
  })

  it.each<[string, (value: Record<string, unknown>) => void]>([
    ['with rows out of order', (value) => Object.assign(value, { rows: [row(5), row(3)] })],
    ['with a row that its reader has', (value) => Object.assign(value, { rows: [row(2)] })],
    ['with an input of another stamp', (value) => Object.assign(value, { rows: [{ ...row(3), input: row(4).input }] })],
    ['without rows', (value) => Object.assign(value, { rows: [] })],
    ['of a take with rows', (value) => Object.assign(value, { kind: 'take' })],
    ['of no known kind', (value) => Object.assign(value, { kind: 'steal' })],
    ['without an id', (value) => Object.assign(value, { id: '' })],
    [
      'with an input that there is not',
      (value) => Object.assign(value, { rows: [{ ...row(3), input: { type: 'x' } }] }),
    ],
  ])('a segment %s is damaged', (_, change) => {
    expect(decodeSegment(altered(change), 2)).toEqual({ type: 'damaged' })
  })

  it('cut in half, or no text at all, is damaged', () => {
    const bytes = encodeSegment(segment([row(3)]))
    expect(decodeSegment(bytes.slice(0, bytes.length / 2), 0)).toEqual({ type: 'damaged' })
    expect(decodeSegment(new Uint8Array([255, 254, 0]), 0)).toEqual({ type: 'damaged' })
    expect(decodeSegment(new Uint8Array(), 0)).toEqual({ type: 'damaged' })
  })

  it('rows are the same only if all of them is', () => {
    expect(isSameRow(row(3), row(3))).toBe(true)
    expect(isSameRow(row(3), row(3, 'other'))).toBe(false)
    expect(isSameRow(row(3), row(4))).toBe(false)
  })
})
