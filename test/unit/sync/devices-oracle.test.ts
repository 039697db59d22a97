import { expect, it } from 'vitest'
import { type Evidence, judge } from '../../support/devices-oracle.ts'

const said = (seq: number, messageId: string) => ({ seq, type: 'user-send-message', messageId })
const begun = (seq: number) => ({ seq, type: 'toolkit-start', toolCallId: '1', attempt: 1 })

/** Laptop says two things, Phone takes and says one, and Laptop keeps a copy of what only it had. */
function sound(): Evidence {
  const rows = [said(1, 'a'), begun(2), said(3, 'b')]
  return {
    log: [
      { kind: 'rows', device: 'Laptop', previous: '', hash: 'h0', rows: rows.slice(0, 2) },
      { kind: 'yield', device: 'Laptop', previous: 'h0', hash: 'h1', rows: [] },
      { kind: 'take', device: 'Phone', previous: 'h1', hash: 'h2', rows: [] },
      { kind: 'rows', device: 'Phone', previous: 'h2', hash: 'h3', rows: rows.slice(2) },
    ],
    devices: [
      { name: 'Laptop', journal: rows, copies: [[said(1, 'a'), said(3, 'c')]], told: ['a', 'c'] },
      { name: 'Phone', journal: rows, copies: [], told: ['b'] },
    ],
  }
}

it('finds nothing in sound evidence', () => {
  expect(judge(sound())).toEqual([])
})

it.each<[string, (evidence: Evidence) => void, RegExp]>([
  ['a slot that was written over', ({ log }) => Object.assign(log[1] ?? {}, { hash: 'x' }), /Slot 2 does not follow/],
  ['a slot that is gone', ({ log }) => log.splice(1, 1), /Slot 1 does not follow/],
  [
    'who wrote after having lost',
    ({ log }) => Object.assign(log[3] ?? {}, { device: 'Laptop' }),
    /Laptop wrote slot 3/,
  ],
  [
    'who went on after having given back',
    ({ log }) => Object.assign(log[2] ?? {}, { kind: 'rows' }),
    /Phone wrote slot 2/,
  ],
  ['rows out of order', ({ log }) => log[0]?.rows.reverse(), /out of its order/],
  ['a message twice', ({ log }) => log[3]?.rows.push(said(9, 'a')), /Message a stands in the log twice/],
  ['a start twice', ({ log }) => log[3]?.rows.push(begun(9)), /The start of 1, 1 stands in the log twice/],
  ['a device that tells less', ({ devices }) => devices[1]?.journal.splice(1, 1), /Phone tells other/],
  ['a lost copy', ({ devices }) => devices[0]?.copies.pop(), /Laptop has lost the message c/],
])('finds %s', (_, spoil, words) => {
  const evidence = structuredClone(sound())
  spoil(evidence)
  expect(judge(evidence).join(' ')).toMatch(words)
})
