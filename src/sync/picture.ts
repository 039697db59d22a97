import * as z from 'zod/mini'
import { StreamBlock, Way } from '../agent/stream-block.ts'

/**
 * The text of running answers that a device shows to other devices: a picture, not the truth. No decision depends on
 * it, and a device without it misses nothing else.
 */

/** Most characters of all its answers together. */
const LONGEST = 100_000
const MOST_ANSWERS = 4
const MOST_BLOCKS = 400
/** Most unpacked bytes: each character at its longest, and the JSON around them. */
export const LARGEST_PICTURE = 1_000_000

const Block = z.extend(StreamBlock, {
  name: z.optional(z.string().check(z.maxLength(200))),
  text: z.string().check(z.maxLength(LONGEST)),
})
const Answer = z.object({
  cut: z.int(),
  attempt: z.int(),
  /** Numbers the requests of one attempt, as that device counts them. */
  start: z.int(),
  way: Way,
  blocks: z.array(Block).check(z.maxLength(MOST_BLOCKS)),
})
export type PicturedAnswer = z.infer<typeof Answer>
const Picture = z.object({ format: z.literal(1), answers: z.array(Answer).check(z.maxLength(MOST_ANSWERS)) })

/** Cut to the limit. */
export function pictureOf(streams: readonly (PicturedAnswer & { live: boolean })[]): PicturedAnswer[] {
  let left = LONGEST
  const shortened = ({ text, name, ...block }: StreamBlock): StreamBlock => {
    const kept = text.slice(0, left)
    left -= kept.length
    return { ...block, text: kept, ...(name !== undefined && { name: name.slice(0, 200) }) }
  }
  return streams
    .filter(({ live, blocks }) => live && blocks.length > 0)
    .slice(0, MOST_ANSWERS)
    .map(({ cut, attempt, start, way, blocks }) => ({
      ...{ cut, attempt, start, way },
      blocks: blocks.slice(0, MOST_BLOCKS).map(shortened),
    }))
}

export const sizeOfPicture = (answers: readonly PicturedAnswer[]): number =>
  answers.reduce((sum, { blocks }) => sum + blocks.reduce((length, { text }) => length + text.length, 0), 0)

export const encodePicture = (answers: readonly PicturedAnswer[]): Uint8Array<ArrayBuffer> =>
  new TextEncoder().encode(JSON.stringify({ format: 1, answers }))

/** null: invalid, or too large. */
export function decodePicture(bytes: Uint8Array<ArrayBuffer>): PicturedAnswer[] | null {
  try {
    const parsed = Picture.safeParse(JSON.parse(new TextDecoder().decode(bytes)))
    if (!parsed.success) return null
    const { answers } = parsed.data
    const isTwice = (numbers: number[]): boolean => new Set(numbers).size < numbers.length
    if (isTwice(answers.map(({ cut }) => cut))) return null
    if (answers.some(({ blocks }) => isTwice(blocks.map(({ index }) => index)))) return null
    return sizeOfPicture(answers) > LONGEST ? null : answers
  } catch {
    return null // no JSON: there is nothing to be said of it
  }
}
