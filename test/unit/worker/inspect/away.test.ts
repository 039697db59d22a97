import { expect, it } from 'vitest'
import type { Input, Unstamped } from '../../../../src/agent/input.ts'
import { foldAway } from '../../../../src/worker/inspect/away.ts'
import { fakeHead } from '../../../support/fake-rows.ts'

const head = { ...fakeHead('s', []), contextSize: 400 }
let seq = 0
const at = (timestamp: number, input: Unstamped): Input => ({ ...input, seq: ++seq, timestamp })
const model = { providerId: 'p', model: 'm' }
const start = (timestamp: number, cut: number, attempt = 0): Input =>
  at(timestamp, { type: 'brain-send-message-start', cut, attempt, model })
const complete = (timestamp: number, cut: number, input: number): Input =>
  at(timestamp, {
    type: 'brain-send-message-complete',
    ...{ cut, attempt: 0, content: [], stopReason: 'stop', cost: null },
    usage: { input, output: 5, cacheRead: 0, cacheWrite: 0, reasoning: 0 },
  })
const fold = (before: Input[], since: Input[], goesOn = false) =>
  foldAway({ before, since, until: 100, head, goesOn: () => goesOn })

it('an answer that was begun before and again since was asked twice; what the second asking was sent is what it cost', () => {
  const before = [start(1, 7)]
  expect(fold(before, [start(50, 7), complete(60, 7, 1200)])).toMatchObject({ answers: 1, again: 1, twice: 1200 })
  // twice over, and not yet told by the provider: estimated
  expect(fold(before, [start(50, 7), start(60, 7)])).toMatchObject({ answers: 0, again: 2, twice: 800 })
  // the provider has gone on with it meanwhile
  expect(fold(before, [start(50, 7), complete(60, 7, 1200)], true)).toMatchObject({ again: 0, twice: 0, takenUp: 1 })
})

it('another attempt, another answer, and asking on after looking something up break nothing off', () => {
  const lookUp = at(55, { type: 'brain-search-history', cut: 7, attempt: 0 })
  expect(fold([start(1, 7)], [start(50, 7, 1), start(51, 9)])).toMatchObject({ again: 0 })
  expect(fold([], [start(50, 7), lookUp, start(56, 7)])).toMatchObject({ again: 0 })
  expect(fold([start(1, 7)], [lookUp, start(56, 7), start(57, 7)])).toMatchObject({ again: 1 })
})

it('counts what was done until the person came back; an interruption counts also when it is found afterwards', () => {
  const call = { toolCallId: '7.0.0', attempt: 0 }
  const change = { path: 'a.md', from: null, to: null, size: 0, mediaType: 'text/plain' }
  const since = [
    at(10, { type: 'toolkit-respond', ...call, content: [], files: [change, change], known: [], terminate: false }),
    complete(20, 7, 5),
    complete(150, 8, 5),
    at(160, { type: 'toolkit-start', toolCallId: '8.0.0', attempt: 0 }),
    at(170, { type: 'toolkit-interrupt', toolCallId: '8.0.1', attempt: 0 }),
  ]
  const before = [at(1, { type: 'toolkit-start', toolCallId: '8.0.0', attempt: 0 })]
  expect(fold(before, since)).toMatchObject({ answers: 1, calls: 1, files: 1, repeated: 1, unknown: 1, again: 0 })
})
