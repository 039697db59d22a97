import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { ContextView } from '../../../../src/protocol/context.ts'
import { type KeyedContext, withKeys } from '../../../../src/ui/conversation/context/kept-parts.ts'

/** Which part of the next request is the one that a person opened in this one. */

type Message = ContextView['messages'][number]
const message = (label: string, text: string): Message => ({ role: 'user', label, text, size: 1, how: 'full' })
const request = (messages: Message[]): ContextView =>
  ({ messages, system: [], tools: [], listed: [] }) as unknown as ContextView
/** The labels and texts of the second, each with the text that its element had in the first; '' where it is new. */
function wasBefore(first: Message[], second: Message[]): [string, string][] {
  const shown = withKeys(request(first), undefined)
  const before = new Map(shown.messages.map(({ key, text }) => [key, text]))
  return withKeys(request(second), shown).messages.map(({ key, text }) => [text, before.get(key) ?? ''])
}

it('a message stays itself when others come, when it is shortened, and when what was before it is summarised', () => {
  const [a, b, c] = [message('You', 'a'), message('Result', 'b'), message('You', 'c')]
  expect(wasBefore([a, b], [a, b, c])).toEqual([
    ['a', 'a'],
    ['b', 'b'],
    ['c', ''],
  ])
  expect(wasBefore([a, b, c], [a, message('Result', 'b, in short'), c])[1]).toEqual(['b, in short', 'b'])
  const results = ['1', '2', '3', '4'].map((text) => message('Result', text))
  const shorter = results.slice(2).map(({ label, text }) => message(label, `${text}, in short`))
  expect(wasBefore([a, ...results, c], [message('Summary', 's'), ...shorter, c])).toEqual([
    ['s', ''],
    ['3, in short', '3'],
    ['4, in short', '4'],
    ['c', 'c'],
  ])
  expect(wasBefore([message('Summary', 's'), a], [message('Summary', 'longer'), a])[0]).toEqual(['longer', 's'])
})

it('whatever becomes of a request, no two parts have one key, and what stays as it is keeps its own', () => {
  const some = fc.array(
    fc
      .tuple(fc.constantFrom('You', 'Result', 'Summary'), fc.constantFrom('x', 'y', 'z'))
      .map(([a, b]) => message(a, b)),
    { maxLength: 12 },
  )
  fc.assert(
    fc.property(fc.array(some, { maxLength: 4 }), (requests) => {
      let shown: KeyedContext | undefined
      for (const messages of requests) {
        shown = withKeys(request(messages), shown)
        expect(new Set(shown.messages.map(({ key }) => key)).size).toBe(messages.length)
        expect(withKeys(request(messages), shown).messages).toEqual(shown.messages)
      }
    }),
    { seed: 13 },
  )
})
