import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readSourceLines } from '../../../src/agent/sources.ts'
import { contentOf } from '../../../src/agent/stream-content.ts'
import { makeAnswerBuffer } from '../../../src/effects/answer-buffer.ts'
import { backoff } from '../../../src/effects/backoff.ts'
import { titleFrom } from '../../../src/effects/name-session.ts'

describe('the answer buffer', () => {
  it('growth by growth gives the blocks, whatever the chunks', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.nat(2), fc.string())), (chunks) => {
        const buffer = makeAnswerBuffer()
        const shown = ['', '', '']
        for (const index of [0, 1, 2]) buffer.push({ type: 'text-start', index })
        for (const [index, text] of chunks) {
          const growth = buffer.push({ type: 'text-delta', index, text })
          if (growth === null) continue
          expect(growth.offset).toBe(shown[index]?.length)
          shown[index] += growth.text
        }
        expect(buffer.blocks().map(({ text }) => text)).toEqual(shown)
        expect(buffer.said()).toEqual(shown.filter((text) => text !== '').map((text) => ({ type: 'text', text })))
      }),
    )
  })

  it('keeps what a provider wants back, also of thinking that shows no text', () => {
    const buffer = makeAnswerBuffer()
    const meta = { anthropic: { signature: 's' } }
    buffer.push({ type: 'thinking-start', index: 0 })
    buffer.push({ type: 'thinking-end', index: 0, redacted: true, meta })
    expect(buffer.said()).toEqual([{ type: 'thinking', text: '', redacted: true, meta }])
  })

  it('takes the whole call at its end, also when no delta came', () => {
    const buffer = makeAnswerBuffer()
    buffer.push({ type: 'tool-call-start', index: 0, id: '1', name: 'n' })
    const growth = buffer.push({ type: 'tool-call-end', index: 0, id: '1', name: 'n', arguments: '{"a":1}' })
    expect(growth).toMatchObject({ offset: 0, text: '{"a":1}' })
    expect(buffer.said()).toEqual([{ type: 'tool-call', id: '1', name: 'n', arguments: '{"a":1}' }])
  })

  it('knows how long a thought took, where somebody tells the time', () => {
    const buffer = makeAnswerBuffer()
    buffer.push({ type: 'thinking-start', index: 0 }, 1000)
    buffer.push({ type: 'thinking-delta', index: 0, text: 'hm' }, 4000.4)
    buffer.push({ type: 'thinking-end', index: 0 }, 7000.2)
    expect(buffer.said()).toEqual([{ type: 'thinking', text: 'hm', ms: 6000 }])
  })

  it('pages and where they are cited grow as text does, so that a broken answer keeps those that had come', () => {
    const buffer = makeAnswerBuffer()
    buffer.push({ type: 'text-start', index: 0 })
    buffer.push({ type: 'text-delta', index: 0, text: 'In 1916.' })
    const page = { url: 'https://example.org/' }
    const first = buffer.push({ type: 'sources', found: [page, { at: 8, source: 0 }, { at: 8, source: 7 }] })
    const second = buffer.push({ type: 'sources', found: [{ ...page, title: 'A page' }] })
    expect(second?.offset).toBe(first?.text.length)
    const block = { type: 'sources', sources: [{ ...page, title: 'A page' }], citations: [{ at: 8, source: 0 }] }
    expect(buffer.said()).toEqual([{ type: 'text', text: 'In 1916.' }, block])
    expect(contentOf(buffer.blocks())).toEqual(buffer.said())
    const lines = `${first?.text}${second?.text}`
    expect(readSourceLines(lines)).toEqual(block)
    expect(readSourceLines(lines.slice(0, -9))).toEqual({ ...block, sources: [page] })
    expect(readSourceLines('{"url":"javascript:x"}\n{"at":-1,"source":0}\nnull\n')).toBeNull()
  })

  it('a delta for a block that never started is dropped', () => {
    expect(makeAnswerBuffer().push({ type: 'text-delta', index: 3, text: 'x' })).toBeNull()
  })
})

it('back-off grows, is bounded, and never less than what the provider asked for', () => {
  fc.assert(
    fc.property(fc.nat(30), fc.double({ min: 0, max: 0.999, noNaN: true }), (attempt, random) => {
      const wait = backoff(attempt, undefined, random)
      expect(wait).toBeGreaterThanOrEqual(500)
      expect(wait).toBeLessThanOrEqual(60_000)
      expect(backoff(attempt, 90_000, random)).toBe(90_000)
    }),
  )
  expect(backoff(3, undefined, 0)).toBeGreaterThan(backoff(0, undefined, 0.99))
})

it('a title is the first line with words, cut at a word', () => {
  expect(titleFrom('\n\n## Plan a trip\nmore')).toBe('Plan a trip')
  expect(titleFrom('  \n')).toBe('')
  expect(titleFrom(`Write ${'a long sentence about nothing '.repeat(5)}`)).toMatch(/^Write .{30,60}…$/)
})
