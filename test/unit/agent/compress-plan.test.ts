import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { nextPart } from '../../../src/agent/compress/next-part.ts'
import { type Fold, planCompression } from '../../../src/agent/compress/plan.ts'
import { serialised } from '../../../src/agent/compress/serialise.ts'
import { contextFor } from '../../../src/agent/context.ts'
import { sizeOfItems } from '../../../src/agent/request-size.ts'
import { sizeOfAsking } from '../../../src/agent/size-of-asking.ts'
import type { State } from '../../../src/agent/state.ts'
import { Session } from './session.ts'

/** The plan of a compression, carried out by a summariser that writes as much as it is allowed to. */

const words = (length: number): string => 'word '.repeat(Math.ceil(length / 5)).slice(0, length)
const rowsOf = ({ messages, summary }: State) => messages.filter((row) => row.seq > (summary?.cutAt ?? 0))
const sent = ({ summary, messages, head }: State): number =>
  sizeOfItems(contextFor({ summary, named: messages, messages, cut: head.seq, pruned: head.pruned }))

/** Carries out what is wanted, part after part; gives the number of parts. */
const compressAll = (s: Session, look: (plan: Fold) => void = () => {}): number => {
  for (let parts = 0; ; parts++) {
    expect(parts).toBeLessThan(60)
    if (s.status !== 'compressing') return parts
    const { head, config, summary } = s.state
    const cut = head.compact?.cut ?? head.unseen?.cut ?? 0
    const before = sizeOfAsking(head)
    const plan = planCompression({ head, config, summary, rows: rowsOf(s.state), files: ['a.txt'] })
    if (plan.type === 'nothing') s.put({ type: 'brain-fail-compress', cut, idle: true })
    else if (plan.type === 'prune') s.put({ ...plan, type: 'brain-prune-history', cut })
    else {
      look(plan)
      const { type: _, text: __, unread: ___, most, ...folded } = plan
      s.put({ type: 'brain-compress-history', cut, summary: words(most * 4), ...folded })
    }
    expect(sizeOfAsking(s.state.head)).toBeLessThanOrEqual(before)
  }
}

describe('compression as it is planned', () => {
  it('fits every window of 4,000 tokens and more, whatever the rounds, and keeps the last message whole', () => {
    const round = fc.record({ args: fc.nat(300), result: fc.nat(8000), text: fc.nat(1500), user: fc.nat(30) })
    fc.assert(
      fc.property(
        fc.integer({ min: 4000, max: 40_000 }),
        fc.array(round, { minLength: 1, maxLength: 40 }),
        (size, rounds) => {
          const window = { size, maxOutput: null, by: 'person' } as const
          const s = new Session({
            compressAbove: null,
            compressAt: 0.75,
            window,
            limits: { ...LIMITS, maxTurns: 1000 },
          })
          s.send('the needle is 4711')
          let n = 0
          for (const { args, result, text, user } of rounds) {
            compressAll(s)
            expect(sent(s.state)).toBeLessThanOrEqual(size)
            expect(
              JSON.stringify(
                contextFor({
                  summary: s.state.summary,
                  named: s.state.messages,
                  messages: s.state.messages,
                  cut: s.state.head.seq,
                }),
              ),
            ).toContain(lastOf(s.state))
            if (user > 2) s.answer(words(text), [{ name: 'read', args: words(args) }]).respond(words(result))
            else s.answer(words(text)).send(`now ${n++} ${words(text)}`)
          }
        },
      ),
      { numRuns: 60 },
    )
  })
  it('shortens old results before anything is summarised, and the request stays the same until it is full again', () => {
    const window = { size: 10_000, maxOutput: null, by: 'person' } as const
    const s = new Session({ compressAbove: null, compressAt: 0.75, window, limits: { ...LIMITS, maxTurns: 1000 } })
    s.send('go')
    let moves = 0
    for (let n = 0; n < 24; n++) {
      s.answer('', [{ name: 'read', args: `{"n":${n}}` }]).respond(words(2000))
      const before = s.state.head.pruned?.at
      compressAll(s)
      if (s.state.head.pruned?.at !== before) moves++
      if (s.state.summary) break
    }
    expect(moves).toBeGreaterThan(0)
    expect(moves).toBeLessThan(6)
  })
  it('folds a history that is too long for one request in parts, each of them a commit', () => {
    const window = { size: 200_000, maxOutput: null, by: 'person' } as const
    const s = new Session({ compressAbove: null, compressAt: 0.75, window, limits: { ...LIMITS, maxTurns: 1000 } })
    s.send('go')
    for (let n = 0; n < 40; n++) s.answer(words(6000), [{ name: 'read', args: `{"n":${n}}` }]).respond(words(8000))
    s.put({ type: 'user-configure', config: { window: { ...window, size: 8000 } } })
    expect(compressAll(s)).toBeGreaterThan(3)
    expect(sent(s.state)).toBeLessThanOrEqual(8000)
  })
  it('a history of hundreds of windows took a request for each of them: five at most, and what was not read is counted and told', () => {
    const window = { size: 200_000_000, maxOutput: null, by: 'person' } as const
    const limits = { ...LIMITS, maxTurns: 10_000 }
    const s = new Session({ compressAbove: null, compressAt: 0.75, window, limits })
    s.send('the first words of all')
    for (let n = 0; n < 400; n++) s.answer(`answer ${n} ${words(1500)}`).send(`question ${n}`)
    s.put({ type: 'user-configure', config: { window: { ...window, size: 4000 } } })
    const texts: string[] = []
    expect(compressAll(s, (plan) => texts.push(plan.text))).toBeLessThanOrEqual(5)
    const read = texts.join('\n')
    expect(read).toContain('the first words of all')
    const shown = read.match(/^\[(User|Assistant)\]$/gm) ?? []
    const folded = s.state.messages.filter((row) => row.seq <= (s.state.summary?.cutAt ?? 0))
    const unread = s.state.summary?.facts?.unread ?? 0
    expect(unread).toBeGreaterThan(700)
    expect(shown.length + unread).toBe(folded.length)
    // what stands before the tail is read to its end
    expect(texts.at(-1)).toContain(textOf(folded.at(-1)))
    expect(read).toContain(`[… ${unread} messages left out …]`)
    const items = contextFor({ summary: s.state.summary, named: [], messages: s.state.messages, cut: s.state.head.seq })
    expect(JSON.stringify(items)).toContain(`${unread} of the messages were too many to be read for this summary`)
    expect(sent(s.state)).toBeLessThanOrEqual(4000)
  })
})

describe('what one request to the summariser takes', () => {
  const rowsFrom = (lengths: readonly number[]) => {
    const window = { size: 200_000_000, maxOutput: null, by: 'person' } as const
    const s = new Session({ compressAbove: null, compressAt: 0.75, window, limits: { ...LIMITS, maxTurns: 10_000 } })
    for (const [n, length] of lengths.entries()) s.send(`m${n}. ${words(length)}`).answer('')
    return s.state.messages.filter(({ role }) => role === 'user')
  }
  it('reads all of what fits four, each row once and in order; of more the beginning and the end, and counts the rest', () => {
    fc.assert(
      fc.property(
        fc.array(fc.nat(4000), { minLength: 1, maxLength: 60 }),
        fc.integer({ min: 300, max: 2500 }),
        (lengths, part) => {
          const rows = rowsFrom(lengths)
          const asked = Math.ceil(part * 1.3)
          let left = rows
          let unread = 0
          let requests = 0
          const read: string[] = []
          while (left.length > 0) {
            const next = nextPart(left, { asked, part, joined: (place) => place })
            requests++
            expect(next.end).toBeGreaterThan(0)
            // with the marks of what was shortened and left out
            expect(next.text.length / 4).toBeLessThanOrEqual(asked + rows.length * 2 + 40)
            unread += next.unread
            read.push(next.text)
            left = left.slice(next.end)
          }
          const found = [...read.join('\n').matchAll(/^m(\d+)\. /gm)].map(([, n]) => Number(n))
          expect(found).toEqual([...new Set(found)].toSorted((a, b) => a - b))
          expect(found.length + unread).toBe(rows.length)
          expect(found[0]).toBe(0)
          expect(found.at(-1)).toBe(rows.length - 1)
          expect(requests).toBeLessThanOrEqual(8)
          const size = rows.reduce((sum, row) => sum + serialised(row, asked * 2).length / 4, 0)
          if (unread > 0) expect(size).toBeGreaterThan(4 * part)
          else expect(size).toBeLessThanOrEqual(4 * part + asked + 40)
        },
      ),
      { numRuns: 60 },
    )
  })
})

const textOf = (row: State['messages'][number] | undefined): string => {
  const [block] = row?.content ?? []
  return block?.type === 'text' ? block.text.trim().slice(0, 200) : 'nothing'
}
const LIMITS = { maxTurns: 4, maxTokensPerRun: null, maxCostPerRun: null, maxCostPerDay: null, maxSameCall: null }
const lastOf = ({ messages }: State): string => {
  const last = messages.findLast((row) => row.role === 'user')
  return last?.role === 'user' && last.content[0]?.type === 'text' ? last.content[0].text : 'nobody'
}
