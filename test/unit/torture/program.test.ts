import { describe, expect, it } from 'vitest'
import { serialised } from '../../../src/agent/compress/serialise.ts'
import type { Message } from '../../../src/agent/message.ts'
import {
  doneIn,
  isWhole,
  knownFrom,
  makeProgram,
  nextTurn,
  type Program,
  programsIn,
  summaryOf,
  textOf,
} from '../../torture/program.ts'
import { makeRandom } from '../../torture/random.ts'
import { plain } from '../agent/session.ts'

type Step = Program['rounds'][number][number]
const step = (id: string): Step => ({ id, tool: 'test_look', args: {} })
const program: Program = { messageId: 's1n0m0', rounds: [[step('a'), step('b')], [step('c')]] }
const other: Program = { messageId: 's1n0m1', rounds: [[step('d')]] }
const turn = (texts: string[], called: string[]) => nextTurn(knownFrom(texts, called))
const ids = (texts: string[], called: string[]): string[] => turn(texts, called).calls.map(({ id }) => id)

describe('the scripted model', () => {
  it('calls the steps of a round together, the next round only when the one before has been called', () => {
    expect(ids([textOf(program)], [])).toEqual(['a', 'b'])
    expect(ids([textOf(program)], ['a'])).toEqual(['b'])
    expect(ids([textOf(program)], ['a', 'b'])).toEqual(['c'])
  })

  it('asked again about the same conversation, answers the same', () => {
    const texts = [textOf(program), textOf(other)]
    expect(turn(texts, ['a'])).toEqual(turn([...texts], ['a']))
  })

  it('goes on with a message that joined meanwhile, and names all of them when everything is done', () => {
    const texts = [textOf(program), textOf(other)]
    expect(ids(texts, ['a', 'b', 'c'])).toEqual(['d'])
    const end = turn(texts, ['a', 'b', 'c', 'd'])
    expect(end.calls).toEqual([])
    expect(doneIn(` and so on${end.text}`)).toEqual(['s1n0m0', 's1n0m1'])
  })

  it('finds the programs of messages that were merged into one', () => {
    expect(programsIn(`${textOf(program)}\n\n${textOf(other)} (changed)`)).toEqual([program, other])
  })

  it('knows a message of which it is shown a part, as a summariser is of a long one', () => {
    const long = textOf({ ...program, rounds: [[{ ...step('a'), args: { content: 'x'.repeat(500) } }]] })
    const asked = { id: 'm', n: 0, seq: 1, timestamp: 0, delivery: 'steer', role: 'user' } as const
    const shown = serialised({ ...asked, content: plain(long) } as Message, 200)
    expect(isWhole(long)).toBe(true)
    expect(isWhole(shown)).toBe(false)
  })

  it('goes on from a summary, and from a summary of that, as if it had been there', () => {
    const steps = ['s1n0m0x0x0', 's1n0m0x0x1', 's1n0m0x1x0', 's1n0m1x0x0'].map(step)
    const [a, b, c, d] = steps as [Step, Step, Step, Step]
    const first: Program = { messageId: 's1n0m0', rounds: [[a, b], [c]] }
    const second: Program = { messageId: 's1n0m1', rounds: [[d]] }
    const told = (one: Step) => `[Tool call 1.0.0: test_look {"step":"${one.id}"}]\n[Result, ok] receipt 1`
    const summary = summaryOf(`[User]\n${textOf(first)}\n\n[Assistant]\n${told(a)}\n${told(b)}`)
    expect(ids([summary], [])).toEqual([c.id])
    // the message that is repeated whole after it is not begun anew
    expect(ids([summary, textOf(first), textOf(second)], [])).toEqual([c.id])
    const next = summaryOf(`${summary}\n\n[Assistant]\n${told(c)}\n\n[User]\n${textOf(second)}`)
    expect(ids([next], [])).toEqual([d.id])
    expect(next).not.toContain(a.id)
    expect(doneIn(turn([next], [d.id]).text)).toEqual(['s1n0m0', 's1n0m1'])
  })

  it('a text that says nothing of an end is none', () => {
    expect(doneIn('Now a, b for s1n0m0.')).toBeNull()
  })
})

describe('programs', () => {
  const make = (seed: number, folder = true, traced = false) =>
    makeProgram({
      random: makeRandom(seed),
      session: 's1n0',
      messageId: 's1n0m0',
      server: 'http://127.0.0.1:1',
      folder,
      traced,
    })

  it('that are to be summarised carry the id of each step in its arguments, and are short', () => {
    for (let seed = 0; seed < 300; seed++) {
      const made = make(seed, true, true)
      for (const { id, args } of made.rounds.flat()) expect(JSON.stringify(args)).toContain(id)
      expect(textOf(made).length).toBeLessThan(2400)
    }
  })

  it('are made from the seed alone', () => {
    expect(make(7)).toEqual(make(7))
  })

  it('survive the way through text, and their steps have ids of their own', () => {
    const steps = Array.from({ length: 300 }, (_, seed) => make(seed)).map((made) => {
      expect(programsIn(textOf(made))).toEqual([made])
      const all = made.rounds.flat()
      expect(new Set(all.map(({ id }) => id)).size).toBe(all.length)
      return all.map(({ tool }) => tool)
    })
    const tools = new Set(steps.flat())
    for (const tool of [
      'test_look',
      'test_put',
      'test_pay',
      'test_pay_asked',
      'test_wait',
      'test_ask',
      'write_file',
      'edit_file',
      'disk_write',
    ])
      expect([...tools]).toContain(tool)
  })

  it('write to disk only where a folder is linked', () => {
    for (let seed = 0; seed < 300; seed++)
      expect(
        make(seed, false)
          .rounds.flat()
          .map(({ tool }) => tool),
      ).not.toContain('disk_write')
  })
})
