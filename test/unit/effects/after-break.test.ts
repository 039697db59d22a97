import { describe, expect, it } from 'vitest'
import { afterBreak, makeBreaks } from '../../../src/effects/after-break.ts'
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
      expect(broken(kind, { run: at(5), resumed: at(5) })).toEqual(FAIL)
      expect(broken(kind, { run: at(null), resumed: at(null) })).toEqual(FAIL)
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
  it('runs that are gone one after the other were asked for anew without an end: once in an attempt is enough', () => {
    const next = makeBreaks()
    const gone = { error: { kind: 'not-found', message: '', retryable: false }, online: true, heard: false } as const
    expect(next({ ...gone, run: at(5), resumed: at(5) })).toMatchObject(ASK_ANEW)
    const cut = { ...gone, error: { ...gone.error, kind: 'broken-stream' }, heard: true } as const
    expect(next({ ...cut, run: at(2, 's'), resumed: null })).toMatchObject(AGAIN)
    expect(next({ ...gone, run: at(2, 's'), resumed: at(2, 's') })).toMatchObject(FAIL)
  })
  it('a run that only gives signs of life was given up, and paid for twice', () => {
    const next = makeBreaks()
    const cut = { error: { kind: 'broken-stream', message: '', retryable: true }, online: true, heard: true } as const
    expect(next({ ...cut, run: at(5), resumed: null, event: 7 })).toMatchObject(AGAIN)
    expect(next({ ...cut, run: at(5), resumed: at(5), event: 9 })).toMatchObject(AGAIN)
    // what was said already is said again to whoever listens anew
    expect(next({ ...cut, run: at(5), resumed: at(5), event: 8 })).toMatchObject(FAIL)
    expect(next({ ...cut, run: at(5), resumed: at(5), event: 9 })).toMatchObject(FAIL)
    expect(next({ ...cut, run: at(6), resumed: at(5), event: 6 })).toMatchObject(AGAIN)
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
