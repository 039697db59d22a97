import { describe, expect, it } from 'vitest'
import { doneIn, makeProgram, nextTurn, type Program, programsIn, textOf } from '../../torture/program.ts'
import { makeRandom } from '../../torture/random.ts'

const step = (id: string) => ({ id, tool: 'test_look', args: {} })
const program: Program = { messageId: 's1n0m0', rounds: [[step('a'), step('b')], [step('c')]] }
const other: Program = { messageId: 's1n0m1', rounds: [[step('d')]] }
const ids = (texts: string[], called: string[]): string[] => nextTurn(texts, new Set(called)).calls.map(({ id }) => id)

describe('the scripted model', () => {
  it('calls the steps of a round together, the next round only when the one before has been called', () => {
    expect(ids([textOf(program)], [])).toEqual(['a', 'b'])
    expect(ids([textOf(program)], ['a'])).toEqual(['b'])
    expect(ids([textOf(program)], ['a', 'b'])).toEqual(['c'])
  })

  it('asked again about the same conversation, answers the same', () => {
    const texts = [textOf(program), textOf(other)]
    expect(nextTurn(texts, new Set(['a']))).toEqual(nextTurn([...texts], new Set(['a'])))
  })

  it('goes on with a message that joined meanwhile, and names all of them when everything is done', () => {
    const texts = [textOf(program), textOf(other)]
    expect(ids(texts, ['a', 'b', 'c'])).toEqual(['d'])
    const end = nextTurn(texts, new Set(['a', 'b', 'c', 'd']))
    expect(end.calls).toEqual([])
    expect(doneIn(` and so on${end.text}`)).toEqual(['s1n0m0', 's1n0m1'])
  })

  it('finds the programs of messages that were merged into one', () => {
    expect(programsIn(`${textOf(program)}\n\n${textOf(other)} (changed)`)).toEqual([program, other])
  })

  it('a text that says nothing of an end is none', () => {
    expect(doneIn('Now a, b for s1n0m0.')).toBeNull()
  })
})

describe('programs', () => {
  const make = (seed: number, folder = true) =>
    makeProgram({
      random: makeRandom(seed),
      session: 's1n0',
      messageId: 's1n0m0',
      server: 'http://127.0.0.1:1',
      folder,
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
