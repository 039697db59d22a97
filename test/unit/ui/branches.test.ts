import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type FamilyLine, familyLines, oneOfEach } from '../../../src/ui/base/state/variants.ts'
import { leftBehindWords } from '../../../src/ui/conversation/branches/act-words.ts'
import { variantsAt } from '../../../src/ui/conversation/branches/variants-at.ts'

let clock = 0
const line = (
  id: string,
  count: number,
  from?: [session: string, n: number],
  more: Partial<FamilyLine> = {},
): FamilyLine => ({
  id,
  count,
  timestamp: ++clock,
  createdAt: clock,
  deletedAt: null,
  ...(from && { origin: { session: from[0], n: from[1], family: 'a' } }),
  ...more,
})

describe('variants', () => {
  it('are counted where they part, and nowhere else', () => {
    const sessions = [line('a', 8), line('b', 6, ['a', 2]), line('c', 4, ['a', 2])]
    expect(variantsAt(sessions, 'a', 2)).toEqual({ place: 0, sessions: ['a', 'b', 'c'] })
    expect(variantsAt(sessions, 'b', 2)).toEqual({ place: 1, sessions: ['a', 'b', 'c'] })
    expect(variantsAt(sessions, 'c', 2)).toEqual({ place: 2, sessions: ['a', 'b', 'c'] })
    for (const n of [0, 1, 3, 4]) expect(variantsAt(sessions, 'b', n)).toBe(null)
  })

  it('of a variant are its own; going back to the first leads to what was used last there', () => {
    const sessions = [
      line('a', 8),
      line('b', 9, ['a', 2]),
      line('c', 9, ['b', 6]),
      line('d', 9, ['a', 5]),
      line('a2', 3, ['a', 2], { deletedAt: 1 }),
    ]
    expect(variantsAt(sessions, 'c', 6)).toEqual({ place: 1, sessions: ['b', 'c'] })
    // a parts at 5 as well, and that one is newer
    expect(variantsAt(sessions, 'c', 2)).toEqual({ place: 1, sessions: ['d', 'c'] })
    expect(variantsAt(sessions, 'a', 2)?.sessions[1]).toBe('c')
    expect(variantsAt(sessions, 'd', 5)).toEqual({ place: 1, sessions: ['a', 'd'] })
  })

  it('stay beside each other when the one that they come from is gone', () => {
    const sessions = [line('b', 6, ['a', 2]), line('c', 4, ['a', 2])]
    expect(variantsAt(sessions, 'b', 2)).toEqual({ place: 0, sessions: ['b', 'c'] })
    expect(variantsAt([line('x', 3)], 'x', 1)).toBe(null)
    expect(variantsAt([], 'x', 1)).toBe(null)
  })

  it('that part at different places of one that is not here are reached from each other', () => {
    const sessions = [line('b', 6, ['a', 2]), line('c', 8, ['a', 4]), line('d', 8, ['c', 6])]
    // there the conversation went on, as c has it
    expect(variantsAt(sessions, 'b', 2)).toEqual({ place: 1, sessions: ['d', 'b'] })
    expect(variantsAt(sessions, 'd', 2)).toEqual({ place: 0, sessions: ['d', 'b'] })
    expect(variantsAt(sessions, 'c', 6)).toEqual({ place: 0, sessions: ['c', 'd'] })
    // of what came there after the last of them nobody knows
    expect(variantsAt(sessions, 'c', 4)).toBe(null)
  })

  it('lead to every session of a family of any shape, one step at a time, and each step can be taken back', () => {
    const family = fc
      .array(fc.record({ from: fc.nat(20), n: fc.nat(9) }), { minLength: 1, maxLength: 8 })
      .map((forks) => {
        const sessions = [line('a', 10)]
        for (const [place, { from, n }] of forks.entries()) {
          // as a branch is made: it comes from the line that it parts from
          let source = sessions[from % sessions.length] as FamilyLine
          while (source.origin && source.origin.n >= n)
            source = sessions.find(({ id }) => id === source.origin?.session) as FamilyLine
          sessions.push(line(`s${place}`, 10, [source.id, n]))
        }
        return sessions
      })
    fc.assert(
      fc.property(family, fc.boolean(), (all, isAbsent) => {
        // the one that all of them come from may never have been here
        const sessions = isAbsent ? all.slice(1) : all
        const reached = new Set(sessions.slice(0, 1).map(({ id }) => id))
        for (const id of reached)
          for (let n = 0; n < 10; n++) {
            const found = variantsAt(familyLines(sessions, id), id, n)
            if (found === null) continue
            expect(found.sessions[found.place]).toBe(id)
            expect(new Set(found.sessions).size).toBe(found.sessions.length)
            for (const other of found.sessions) {
              reached.add(other)
              // the other stands in the same place of the same variants
              const back = variantsAt(familyLines(sessions, other), other, n)
              expect(back?.sessions).toHaveLength(found.sessions.length)
              expect(back?.place).toBe(found.sessions.indexOf(other))
            }
          }
        expect(reached.size).toBe(sessions.length)
      }),
    )
  })
})

it('the list shows one of each conversation: the open one, or the one that was used last', () => {
  const sessions = [line('a', 8), line('b', 6, ['a', 2]), line('x', 1), line('c', 4, ['a', 2], { deletedAt: 5 })]
  expect(oneOfEach(sessions, null).map(({ id }) => id)).toEqual(['x', 'b'])
  expect(oneOfEach(sessions, 'a').map(({ id }) => id)).toEqual(['x', 'a'])
  const [first, second] = [line('a', 8, undefined, { timestamp: 5 }), line('b', 6, ['a', 2], { timestamp: 5 })]
  for (const order of [
    [first, second],
    [second, first],
  ])
    expect(oneOfEach(order, null).map(({ id }) => id)).toEqual(['a'])
})

it('what a branch has left behind is said in words', () => {
  const acts = [
    { tool: 'disk_write', count: 1 },
    { tool: 'notify', count: 2 },
    { tool: 'mail_send', count: 1 },
  ]
  expect(leftBehindWords({ acts, files: 2 })).toEqual([
    'It starts before: 1 file written to disk, 2 notifications shown, 1 call of mail_send. Those are not undone.',
    '2 workspace files are as they were then. Linked folders on disk are not changed.',
  ])
  expect(leftBehindWords({})).toEqual([])
})
