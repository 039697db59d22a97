import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { afterBreak, makeCancellableRun } from '../../../src/effects/provider-run.ts'
import type { LlmErrorKind, RunHandle } from '../../../src/llm/port.ts'

const at = (cursor: number | null, responseId = 'r'): RunHandle => ({ responseId, cursor })
const broken = (
  kind: LlmErrorKind,
  {
    run = null,
    resumed = null,
    online = true,
    heard = true,
  }: { run?: RunHandle | null; resumed?: RunHandle | null; online?: boolean; heard?: boolean },
) => afterBreak({ error: { kind, message: '', retryable: true }, run, resumed, online, heard })

const AGAIN = { next: 'again', keepRun: true }
const ASK_ANEW = { next: 'again', keepRun: false }
const FAIL = { next: 'fail', keepRun: false }

describe('after a break', () => {
  it('an answer that does not go on without us is tried again as a new attempt', () => {
    expect(broken('broken-stream', {})).toEqual(FAIL)
    expect(broken('network', {})).toEqual(FAIL)
  })
  it('without a network nothing is used up, and a run is kept', () => {
    expect(broken('network', { online: false })).toEqual(AGAIN)
    expect(broken('broken-stream', { online: false })).toEqual(FAIL)
    expect(broken('broken-stream', { online: false, run: at(3) })).toEqual(AGAIN)
    expect(broken('network', { online: false, run: at(3), resumed: at(3) })).toEqual(AGAIN)
  })
  it.each(['broken-stream', 'timeout', 'network'] as const)(
    '%s: the run is taken up again while that brings news',
    (kind) => {
      expect(broken(kind, { run: at(0) })).toEqual(AGAIN)
      expect(broken(kind, { run: at(9), resumed: at(5) })).toEqual(AGAIN)
      expect(broken(kind, { run: at(5), resumed: at(5) })).toEqual(ASK_ANEW)
      expect(broken(kind, { run: at(null), resumed: at(null) })).toEqual(ASK_ANEW)
    },
  )
  it('a run that could not be reached was thrown away, and paid for twice: it is asked for later', () => {
    expect(broken('network', { run: at(5), resumed: at(5), heard: false })).toEqual({ next: 'fail', keepRun: true })
    expect(broken('network', { run: at(5), resumed: at(5), heard: false, online: false })).toEqual(AGAIN)
  })
  it.each(['rate-limit', 'overloaded', 'server'] as const)(
    '%s before anything came is said of the asking alone: the run is kept, and asked for later',
    (kind) => {
      expect(broken(kind, { run: at(5), resumed: at(5), heard: false })).toEqual({ next: 'fail', keepRun: true })
      expect(broken(kind, { run: null, heard: false })).toEqual(FAIL)
      expect(broken(kind, { run: at(5), heard: false })).toEqual(FAIL)
    },
  )
  it('a run that is gone is asked for anew, in the same attempt', () => {
    for (const kind of ['not-found', 'bad-request'] as const)
      expect(broken(kind, { run: at(5), resumed: at(5) })).toEqual(ASK_ANEW)
  })
  it('what the provider says of the answer itself ends the attempt', () => {
    for (const kind of [
      'overloaded',
      'rate-limit',
      'server',
      'bad-key',
      'refused',
      'context-too-long',
      'empty',
    ] as const)
      for (const resumed of [null, at(2)]) expect(broken(kind, { run: at(5), resumed })).toEqual(FAIL)
    expect(broken('bad-request', { run: at(5) })).toEqual(FAIL)
  })
})

describe('hanging up', () => {
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => void vi.useRealTimers())
  const make = (leaving = false) => {
    const cancelled: string[] = []
    const line = makeCancellableRun(() => leaving)
    return { line, cancelled, cancelRun: async (id: string) => void cancelled.push(id) }
  }

  it('ends the run at the provider', () => {
    const { line, cancelled, cancelRun } = make()
    line.open(cancelRun, null)
    line.named('r')
    line.cancel()
    expect([line.signal.aborted, cancelled]).toEqual([true, ['r']])
  })
  it('by a tab that closes leaves the run going', () => {
    const { line, cancelled, cancelRun } = make(true)
    line.open(cancelRun, 'r')
    line.cancel()
    expect([line.signal.aborted, cancelled]).toEqual([true, []])
  })
  it('before the run has a name listens on for it, but not for ever', () => {
    const { line, cancelled, cancelRun } = make()
    line.open(cancelRun, null)
    line.cancel()
    expect(line.signal.aborted).toBe(false)
    line.named('late')
    expect([line.signal.aborted, cancelled]).toEqual([true, ['late']])
    const other = make()
    other.line.open(other.cancelRun, null)
    other.line.cancel()
    vi.advanceTimersByTime(5000)
    expect([other.line.signal.aborted, other.cancelled]).toEqual([true, []])
  })
  it('cancels nothing where nothing goes on, and nothing that has ended', () => {
    const { line, cancelled, cancelRun } = make()
    line.open(null, null)
    line.named('msg')
    line.cancel()
    expect(line.signal.aborted).toBe(true)
    const ended = make()
    ended.line.open(cancelRun, 'r')
    ended.line.close()
    ended.line.cancel()
    expect(cancelled).toEqual([])
  })
})
