import { expect, it } from 'vitest'
import type { StreamBlock } from '../../../src/agent/stream-block.ts'
import {
  decodePicture,
  encodePicture,
  LARGEST_PICTURE,
  type PicturedAnswer,
  pictureOf,
} from '../../../src/sync/picture.ts'

const block = (text: string, index = 0): StreamBlock => ({ index, kind: 'text', text })
const answer = (blocks: StreamBlock[], cut = 3): PicturedAnswer => ({ cut, attempt: 0, start: 1, way: 'asked', blocks })
const asBytes = (value: unknown): Uint8Array<ArrayBuffer> => new TextEncoder().encode(JSON.stringify(value))

it('what one device shows of its answers is what another finds', () => {
  const answers = [answer([block('Ümlaut 𝒳 '), { index: 2, kind: 'tool-call', name: 'read_file', text: '{"p' }])]
  expect(decodePicture(encodePicture(answers))).toEqual(answers)
})

it('answers that do not grow are left out, and of what is too long the beginning is kept', () => {
  const long = [block('a'.repeat(60_000)), block('b'.repeat(60_000), 1), block('c', 2)]
  const [first, ...others] = pictureOf([
    { ...answer(long), live: true },
    { ...answer([block('Waits')], 5), live: false },
    { ...answer([], 7), live: true },
  ])
  expect(others).toEqual([])
  expect(first?.blocks.map(({ text }) => text.length)).toEqual([60_000, 40_000, 0])
  const many = Array.from({ length: 1000 }, (_, n) => block('x', n))
  const whole = pictureOf(Array.from({ length: 9 }, (_, n) => ({ ...answer(many, n), live: true })))
  const bytes = encodePicture(whole)
  expect(decodePicture(bytes)).toEqual(whole)
  // also of characters that are long in bytes
  const wide = encodePicture(pictureOf([{ ...answer([block('\ud800'.repeat(200_000))]), live: true }]))
  expect(wide.length).toBeLessThan(LARGEST_PICTURE)
  expect(decodePicture(wide)?.[0]?.blocks[0]?.text).toHaveLength(100_000)
})

it.each<[string, unknown]>([
  ['another format', { format: 2, answers: [] }],
  ['no answers', { format: 1 }],
  ['text that is none', { format: 1, answers: [{ ...answer([]), blocks: [{ ...block(''), text: 7 }] }] }],
  ['a place before the first', { format: 1, answers: [answer([block('x', -1)])] }],
  [
    'a kind that nobody knows',
    { format: 1, answers: [{ ...answer([]), blocks: [{ ...block('x'), kind: 'script' }] }] },
  ],
  ['one answer twice', { format: 1, answers: [answer([block('x')]), answer([block('y')])] }],
  ['one block twice', { format: 1, answers: [answer([block('x'), block('y')])] }],
  ['too many answers', { format: 1, answers: Array.from({ length: 5 }, (_, n) => answer([block('x')], n)) }],
  ['too many blocks', { format: 1, answers: [answer(Array.from({ length: 401 }, (_, n) => block('x', n)))] }],
  ['too much text', { format: 1, answers: [answer([block('x'.repeat(60_000)), block('y'.repeat(60_000), 1)])] }],
])('a picture with %s is none', (_, value) => {
  expect(decodePicture(asBytes(value))).toBeNull()
})

it('what is no JSON is no picture', () => {
  expect(decodePicture(new TextEncoder().encode('<html>'))).toBeNull()
  expect(decodePicture(new Uint8Array([255, 254, 0]))).toBeNull()
})
