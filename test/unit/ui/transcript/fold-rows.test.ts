import { expect, it } from 'vitest'
import type { Answer, Message } from '../../../../src/agent/message.ts'
import type { OpenSession } from '../../../../src/ui/base/state/ui-state.ts'
import { callKey, lookAt, setFoldOpen } from '../../../../src/ui/conversation/tool-calls/folded-steps.ts'
import { foldRows } from '../../../../src/ui/conversation/transcript/fold-rows.ts'
import { answerRow, callOf, fakeHead, userRow } from '../../../support/fake-rows.ts'

const result = (kind: 'ok' | 'error') => ({ kind, content: [], terminate: false, timestamp: 1 })
const step = (n: number, more: Partial<Answer> = {}, kind: 'ok' | 'error' = 'ok'): Answer =>
  answerRow(n, '', { calls: [callOf(`call-${n}`, { result: result(kind) })], ...more })
const think = (text: string) => ({ type: 'thinking' as const, text })

/** By row: the rows of its line; "in": it shows nothing; a dash: as ever. */
const look = (rows: Message[], more: Partial<ReturnType<typeof fakeHead>> = {}, id = 'one'): string[] => {
  const session = {
    id,
    rows: Object.fromEntries(rows.map((row) => [row.n, row])),
    view: { head: { ...fakeHead('one', rows), ...more } },
  } as unknown as OpenSession
  return rows.map((row) => {
    if (row.role === 'user') return 'you'
    const { folds, hidden } = foldRows(session, [], row.n)
    return hidden ? 'in' : folds.map(({ until, names }) => `${names.length} to ${until}`).join() || '-'
  })
}

it('a run that does one thing at a time is one line, not a screen of cards', () => {
  const rows = [userRow(0, 'Go'), step(1), step(2), step(3), step(4), answerRow(5, 'Done.')]
  expect(look(rows)).toEqual(['you', '4 to 4', 'in', 'in', 'in', '-'])
})

it('thoughts between steps fold with them; words do not, and the steps behind them begin anew', () => {
  const rows = [
    ...[userRow(0, 'Go'), step(1), step(2, { content: [think('Hm.'), { type: 'text', text: '\n' }] }), step(3)],
    ...[step(4, { content: [{ type: 'text', text: 'Next:' }] }), step(5), step(6), answerRow(7, 'Done.')],
  ]
  expect(look(rows)).toEqual(['you', '3 to 3', 'in', 'in', '3 to 6', 'in', 'in', '-'])
})

it('two steps stay cards; so does the last row, and what went wrong parts a run', () => {
  const you = userRow(0, 'Go')
  expect(look([you, step(1), step(2), answerRow(3, 'Done.')])).toEqual(['you', '-', '-', '-'])
  expect(look([you, step(1), step(2), step(3), step(4)])).toEqual(['you', '3 to 3', 'in', 'in', '-'])
  const parted = [you, step(1), step(2), step(3), step(4, {}, 'error'), step(5), step(6), answerRow(7, 'Done.')]
  expect(look(parted)).toEqual(['you', '3 to 3', 'in', 'in', '-', '-', '-', '-'])
})

it('where a day, a model, a copy or a summary has a line of its own, the steps begin anew', () => {
  const later = 1_700_000_000_000 + 3 * 86_400_000
  const run = (more: Partial<Answer>): Message[] => [
    ...[userRow(0, 'Go'), step(1), step(2), step(3)],
    ...[4, 5, 6].map((n) => step(n, more)),
    answerRow(7, 'Done.', more),
  ]
  const anew = ['you', '3 to 3', 'in', 'in', '3 to 6', 'in', 'in', '-']
  expect(look(run({ timestamp: later }))).toEqual(anew)
  expect(look(run({ model: { providerId: 'demo', model: 'other' } }))).toEqual(anew)
  expect(look(run({}), { origin: { session: 'two', n: 4, title: 'Two' } as never })).toEqual(anew)
  expect(look(run({}), { summaryCutAt: 4 })).toEqual(anew)
})

it('a run of hours is a line for each stretch of rows: none looks through all of it', () => {
  const rows = [...Array.from({ length: 100 }, (_, n) => step(n)), answerRow(100, 'Done.')]
  expect(look(rows).flatMap((words, n) => (words === 'in' ? [] : [`${n}: ${words}`]))).toEqual([
    ...['0: 32 to 31', '32: 32 to 63', '64: 32 to 95', '96: 4 to 99', '100: -'],
  ])
})

it('a line that is opened opens none in another session, whose calls have the same ids', () => {
  const rows = [userRow(0, 'Go'), step(1), step(2), step(3), answerRow(4, 'Done.')]
  lookAt(callKey('one', 'call-2'), true)
  expect(look(rows, {}, 'one')).toEqual(['you', '3 to 3', '-', '-', '-'])
  expect(look(rows, {}, 'two')).toEqual(['you', '3 to 3', 'in', 'in', '-'])
  lookAt(callKey('one', 'call-2'), false)
  setFoldOpen(callKey('one', 'call-1'), true)
  expect(look(rows, {}, 'one')).toEqual(['you', '3 to 3', '-', '-', '-'])
  expect(look(rows, {}, 'two')).toEqual(['you', '3 to 3', 'in', 'in', '-'])
  setFoldOpen(callKey('one', 'call-1'), false)
})

it('every row made the answers around it again at each step: what settled answers show is made once', () => {
  let made = 0
  const rows = Array.from({ length: 200 }, (_, n) => {
    const row = step(n)
    // read when the shown blocks of an answer are made
    const get = (): string => {
      made++
      return 'tool-use'
    }
    return Object.defineProperty(row, 'stopReason', { get })
  })
  look(rows)
  expect(made).toBeGreaterThan(0)
  expect(made).toBeLessThanOrEqual(200)
  made = 0
  look(rows, { count: 201 })
  // the one that is the last no longer
  expect(made).toBe(1)
})

it('an answer of another variant in the same place is made again, although it lies in the same object', () => {
  const rows: Answer[] = [step(0), step(1), step(2), step(3), answerRow(4, 'Done.')]
  expect(look(rows)).toEqual(['4 to 3', 'in', 'in', 'in', '-'])
  Object.assign(rows[2] ?? {}, { ...step(2, {}, 'error'), endedAt: 77 })
  expect(look(rows)[0]).toBe('-')
})

it('rows before the last one do not read the number of rows, which changes with each step', () => {
  const rows = Array.from({ length: 40 }, (_, n) => step(n))
  let read = 0
  const get = (): number => {
    read++
    return rows.length
  }
  const head = Object.defineProperty({ ...fakeHead('one', rows) }, 'count', { get })
  const session = { id: 'one', rows: Object.fromEntries(rows.map((row) => [row.n, row])), view: { head } }
  foldRows(session as unknown as OpenSession, [], 3)
  expect(read).toBe(0)
  foldRows(session as unknown as OpenSession, [], 39)
  expect(read).toBeGreaterThan(0)
})
