import { expect, it } from 'vitest'
import type { Answer, ToolCall } from '../../../../src/agent/message.ts'
import { shownAnswer } from '../../../../src/ui/base/state/shown-answer.ts'

const call = { id: '1.0.0', name: 'read', args: '{}' } as ToolCall
const row = (more: Partial<Answer>): Answer => ({ status: 'complete', content: [], calls: [], ...more }) as Answer

it('an answer is shown in the order in which it was made, one of an older version with its calls at the end', () => {
  const content: Answer['content'] = [
    { type: 'thinking', text: 'hm', ms: 6000 },
    { type: 'tool-call', call: 0 },
    { type: 'text', text: 'after it' },
  ]
  expect(shownAnswer(row({ content, calls: [call] }), undefined).blocks).toMatchObject([
    { kind: 'thinking', text: 'hm', ms: 6000 },
    { kind: 'tool-call', call },
    { kind: 'text', text: 'after it' },
  ])
  const old = row({ content: [{ type: 'text', text: 'a' }], calls: [call] })
  expect(shownAnswer(old, undefined).blocks.map(({ kind }) => kind)).toEqual(['text', 'tool-call'])
})

it('data that goes back to a provider was shown as a thought beside the ones that were told: only a thought that is kept has a place', () => {
  const thought = (text: string, meta?: Record<string, Record<string, unknown>>) =>
    ({ type: 'thinking', text, ...(meta && { meta }) }) as const
  const kinds = (...content: Answer['content']) =>
    shownAnswer(row({ content }), undefined).blocks.map(({ kind, text }) => `${kind}:${text}`)
  const said = { type: 'text', text: 'Yes.' } as const
  expect(kinds(thought('Hm.'), said, thought('', { openrouter: { details: [] } }))).toEqual([
    'thinking:Hm.',
    'text:Yes.',
  ])
  expect(kinds(thought('', { google: { ownTool: { id: 's1' } } }), said)).toEqual(['text:Yes.'])
  expect(kinds(thought('', { openai: { itemId: 'rs' } }), said)).toEqual(['thinking:', 'text:Yes.'])
})

it('what comes in is shown in its order, too, and a call once: announced, it is no longer coming', () => {
  const blocks = [
    { index: 0, kind: 'tool-call' as const, name: 'read', text: '{' },
    { index: 1, kind: 'text' as const, text: 'after it' },
  ]
  const stream = { cut: 1, attempt: 0, start: 1, way: 'asked' as const, live: true, blocks }
  const streaming = row({ status: 'streaming' })
  expect(shownAnswer(streaming, stream).blocks).toMatchObject([{ kind: 'tool-call', name: 'read' }, { kind: 'text' }])
  const announced = row({ status: 'streaming', calls: [call] })
  expect(shownAnswer(announced, stream).blocks.map(({ kind }) => kind)).toEqual(['text', 'tool-call'])
})

it('numbers stand behind the words that cite a page, while the answer grows and after; the list of pages comes with its end', () => {
  const page = { url: 'https://example.org/', title: 'A page' }
  const mark = { ...page, n: 1 }
  const lines = `${JSON.stringify(page)}\n{"at":2,"source":0}\n{"at":5,"source":0}\n{"at":99,"source":0}\n`
  const blocks = [
    { index: 0, kind: 'text' as const, text: 'ab' },
    { index: 1, kind: 'thinking' as const, text: 'hm' },
    { index: 2, kind: 'text' as const, text: 'cde' },
    { index: 1_000_000, kind: 'sources' as const, text: lines },
  ]
  const stream = { cut: 1, attempt: 0, start: 1, way: 'asked' as const, live: true, blocks }
  const texts = [
    { kind: 'text', text: 'ab', marks: [{ ...mark, at: 2 }] },
    { kind: 'thinking' },
    { kind: 'text', text: 'cde', marks: [{ ...mark, at: 3 }] },
  ]
  const growing = shownAnswer(row({ status: 'streaming' }), stream)
  expect(growing.blocks).toMatchObject(texts)
  // the last block is the one that grows
  expect(growing.blocks).toHaveLength(3)
  const list = { kind: 'sources', sources: [page] }
  const broken = shownAnswer(row({ status: 'streaming' }), { ...stream, live: false })
  expect(broken.blocks).toMatchObject([...texts, list])
  const content: Answer['content'] = [
    { type: 'text', text: 'ab' },
    { type: 'thinking', text: 'hm' },
    { type: 'text', text: 'cde' },
    {
      type: 'sources',
      sources: [page],
      citations: [
        { at: 2, source: 0 },
        { at: 5, source: 0 },
        { at: 2, source: 9 },
      ],
    },
  ]
  expect(shownAnswer(row({ content }), undefined).blocks).toMatchObject([...texts, list])
})
