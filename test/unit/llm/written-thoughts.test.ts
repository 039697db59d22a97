import { describe, expect, it } from 'vitest'
import { makeAnswerBuffer } from '../../../src/effects/answer-buffer.ts'
import type { LlmPart } from '../../../src/llm/port.ts'
import { askBytes, sse } from './ask-bytes.ts'

/** Thinking that stands in the text, told in pieces of any length. */

async function answer(
  pieces: string[],
  ...more: object[]
): Promise<{ parts: LlmPart[]; thought: string; text: string }> {
  const chunks = pieces.map((content) => ({ choices: [{ index: 0, delta: { content }, finish_reason: null }] }))
  const end = { choices: [{ index: 0, delta: {}, finish_reason: 'stop' }] }
  const bytes = sse(...chunks, ...more, end, '[DONE]')
  const { parts } = await askBytes({
    kind: 'openai-compatible',
    baseUrl: 'http://localhost:9000/v1',
    model: 'm',
    bytes,
  })
  const buffer = makeAnswerBuffer()
  for (const part of parts) buffer.push(part)
  const of = (type: 'text' | 'thinking') =>
    buffer
      .said()
      .flatMap((part) => (part.type === type ? [part.text] : []))
      .join('')
  return { parts, thought: of('thinking'), text: of('text') }
}
const letters = (text: string): string[] => [...text]

describe('a thought at the beginning of the text', () => {
  const HARMONY = '<|channel|>analysis<|message|>Hm.<|end|><|start|>assistant<|channel|>final<|message|>It is 42.'
  it.each([
    '<think>Hm.</think>It is 42.',
    '\n<think>Hm.</think>\n\nIt is 42.',
    '<thinking>Hm.</thinking>It is 42.',
    '[THINK]Hm.[/THINK]It is 42.',
    '◁think▷Hm.◁/think▷It is 42.',
    HARMONY,
    'Hm.</think>\nIt is 42.',
  ])('%j is a thought, wherever it is cut', async (said) => {
    const wanted = { thought: 'Hm.', text: 'It is 42.' }
    expect(await answer([said])).toMatchObject(wanted)
    expect(await answer(letters(said))).toMatchObject(wanted)
    for (let at = 1; at < said.length; at++)
      expect([at, await answer([said.slice(0, at), said.slice(at)])]).toMatchObject([at, wanted])
  })
  it('is told as one while it streams', async () => {
    const { parts } = await answer(['<think>', 'I am ', 'thinking', '</think>', 'Yes.'])
    expect(parts.flatMap((part) => ('text' in part ? [[part.type, part.text]] : []))).toEqual([
      ['thinking-delta', 'I am '],
      ['thinking-delta', 'thinking'],
      ['text-delta', 'Yes.'],
    ])
  })
  it.each([
    'Use `</think>` to end it.',
    '```xml\n</think>\n```\nThat ends it.',
    'It is 42. <think>not one</thin',
    '```\n<think>x</think>\n```',
    'a < b, and <b>bold</b>',
    '<thin',
    '<',
  ])('%j is text', async (said) => {
    expect(await answer([said])).toMatchObject({ thought: '', text: said })
    expect(await answer(letters(said))).toMatchObject({ thought: '', text: said })
  })
  it('that never ends is a thought, and all there is of the answer', async () => {
    expect(await answer(['<think>Hm, ', 'well'])).toMatchObject({ thought: 'Hm, well', text: '' })
  })
  it('leaves calls and later blocks in their places', async () => {
    const call = { tool_calls: [{ index: 0, id: 'a', function: { name: 'read_file', arguments: '{"path":"a"}' } }] }
    const delta = { choices: [{ index: 0, delta: call, finish_reason: null }] }
    const after = { choices: [{ index: 0, delta: { content: 'Then.' }, finish_reason: null }] }
    const { parts, thought, text } = await answer(['<think>Hm.</think>First.'], delta, after)
    expect([thought, text]).toEqual(['Hm.', 'First.Then.'])
    expect(parts.flatMap((part) => (part.type.endsWith('-start') ? [part.type] : []))).toEqual([
      'thinking-start',
      'text-start',
      'tool-call-start',
      'text-start',
    ])
  })
  it('a long text is not read again and again', async () => {
    const { text } = await answer(Array.from({ length: 20_000 }, () => 'word `x` '))
    expect(text).toHaveLength(180_000)
  })
})
