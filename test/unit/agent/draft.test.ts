import { expect, it } from 'vitest'
import { diff } from '../../../src/agent/delta.ts'
import { closeDraft, editAnswer, openDraft } from '../../../src/agent/draft.ts'
import { initiate } from '../../../src/agent/initiate.ts'
import type { State } from '../../../src/agent/state.ts'
import { rounds } from './session.ts'

const stampAfter = ({ head }: State) => ({ seq: head.seq + 1, timestamp: head.timestamp + 1 })

it('a write into a nested part of the head changed the committed state, and the delta missed it', () => {
  const before = initiate('s')
  const draft = openDraft(before, stampAfter(before))
  draft.head.run.tokens = 5
  const next = closeDraft(draft)
  expect(before.head.run.tokens).toBe(0)
  expect(next.head.run.tokens).toBe(5)
  expect(diff(before, next).head?.run.tokens).toBe(5)
})

it('a write into a row and its calls leaves the committed row as it is, and the delta has the new one', () => {
  const before = rounds(2).state
  const n = before.head.unsettled[0]?.n ?? -1
  const draft = openDraft(before, stampAfter(before))
  const call = editAnswer(draft, n)?.calls[0]
  if (!call) throw new Error('The session has no open call.')
  call.args = '{"changed":true}'
  const next = closeDraft(draft)
  const argsIn = (rows: State['messages'] | undefined): string | undefined =>
    rows?.flatMap((row) => (row.role === 'assistant' && row.n === n ? row.calls : []))[0]?.args
  expect(argsIn(before.messages)).not.toBe('{"changed":true}')
  expect(argsIn(diff(before, next).messages)).toBe('{"changed":true}')
})

it('a draft that is dropped leaves nothing behind', () => {
  const before = rounds(1).state
  const whole = structuredClone(before)
  const draft = openDraft(before, stampAfter(before))
  draft.head.turnsLeft = 0
  for (const row of before.messages) if (row.role === 'assistant') editAnswer(draft, row.n)?.calls.splice(0)
  expect(before).toEqual(whole)
})
