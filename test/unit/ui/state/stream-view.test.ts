import { expect, it } from 'vitest'
import { applyParts, emptyStream, type StreamMessage } from '../../../../src/ui/base/state/stream-view.ts'

const message = (text: string, offset: number, more: Partial<StreamMessage> = {}): StreamMessage => ({
  type: 'stream',
  sessionId: 's',
  cut: 1,
  attempt: 0,
  start: 1,
  way: 'asked',
  parts: [{ index: 0, kind: 'text', text, offset }],
  ...more,
})
const textOf = (view: ReturnType<typeof emptyStream>): string => view.blocks.map((block) => block.text).join('|')

it('text is added where it belongs, and what comes twice is there once', () => {
  const view = emptyStream(message('', 0))
  expect(applyParts(view, message('Hello', 0))).toBe(true)
  expect(applyParts(view, message('lo wor', 3))).toBe(true)
  expect(applyParts(view, message('Hello', 0))).toBe(true)
  expect(textOf(view)).toBe('Hello wor')
})

it('a hole is reported and nothing is put into the wrong place', () => {
  const view = emptyStream(message('', 0))
  applyParts(view, message('Hello', 0))
  expect(applyParts(view, message('late', 9))).toBe(false)
  expect(textOf(view)).toBe('Hello')
})

it('a new asking replaces the text of the old one; words of the old one that come late are dropped', () => {
  const view = emptyStream(message('', 0))
  applyParts(view, message('old', 0))
  view.live = false
  expect(applyParts(view, message('new', 0, { start: 2 }))).toBe(true)
  expect(applyParts(view, message(' tail', 3))).toBe(true)
  expect(textOf(view)).toBe('new')
  expect(view.live).toBe(true)
  expect(applyParts(view, message('again', 0, { attempt: 1, start: 1 }))).toBe(true)
  expect(textOf(view)).toBe('again')
})

it('blocks stand in the order of their index, in whatever order they come', () => {
  const view = emptyStream(message('', 0))
  applyParts(view, message('', 0, { parts: [{ index: 2, kind: 'text', text: 'b', offset: 0 }] }))
  applyParts(view, message('', 0, { parts: [{ index: 1, kind: 'thinking', text: 'a', offset: 0 }] }))
  expect(textOf(view)).toBe('a|b')
})

it('text of an older asking is kept beside a newer one until that has come as far', () => {
  const view = emptyStream(message('', 0))
  applyParts(view, message('The old half', 0))
  applyParts(view, message('The', 0, { start: 2 }))
  expect(view.earlier?.map((block) => block.text)).toEqual(['The old half'])
  applyParts(view, message('The', 0, { start: 3 }))
  expect(view.earlier?.map((block) => block.text)).toEqual(['The old half'])
  applyParts(view, message(' new half', 3, { start: 3 }))
  expect(view.earlier).toBe(undefined)
  // it can still be looked at
  expect(view.passed?.map((block) => block.text)).toEqual(['The old half'])
  expect(textOf(view)).toBe('The new half')
})
