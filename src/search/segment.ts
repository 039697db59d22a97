import type { Message } from '../agent/message.ts'
import { fold } from './fold.ts'
import { rowTexts } from './row-texts.ts'
import { eachWord } from './words.ts'

/**
 * The index of up to SEGMENT_ROWS neighbouring rows of one session: its words sorted, with the rows of each. It holds
 * no text. A changed row rewrites only its segment, whatever the length of the session.
 */
export type Segment = {
  /** The first row's `n`, a multiple of SEGMENT_ROWS. */
  from: number
  /** All words, concatenated, sorted by UTF-16 units. */
  words: string
  /** The end of each word in `words`. */
  ends: Numbers
  /** The end of each word's rows in `places`. */
  placeEnds: Numbers
  /** The rows of each word, ascending: `distance from the row before * 4 + level`, in base 128, low digits first. */
  places: Uint8Array<ArrayBuffer>
}

/** Trimmed to their size. */
type Numbers = Uint16Array<ArrayBuffer> | Uint32Array<ArrayBuffer>

export const SEGMENT_ROWS = 128

/**
 * How a word occurs in a row: in a tool's texts; once from the model; repeatedly from the model, or once from the
 * person; repeatedly from the person.
 */
type Level = 0 | 1 | 2 | 3

/** Takes the rows of a segment one by one, ascending by `n`. */
export type SegmentBuilder = { add: (row: Message) => void; end: () => Segment }

export function startSegment(from: number): SegmentBuilder {
  const found = new Map<string, number[]>()
  return {
    add: (row) => {
      const offset = row.n - from
      for (const [word, level] of levelsOf(row)) {
        const places = found.get(word)
        if (places === undefined) found.set(word, [offset * 4 + level])
        else places.push(offset * 4 + level)
      }
    },
    end: () => packed(from, found),
  }
}

function packed(from: number, found: ReadonlyMap<string, readonly number[]>): Segment {
  const sorted = [...found.keys()].sort()
  const ends: number[] = []
  const placeEnds: number[] = []
  const places: number[] = []
  let end = 0
  for (const word of sorted) {
    end += word.length
    ends.push(end)
    let before = 0
    for (const place of found.get(word) ?? []) {
      const offset = place >> 2
      putNumber(places, (offset - before) * 4 + (place & 3))
      before = offset
    }
    placeEnds.push(places.length)
  }
  return {
    from,
    words: sorted.join(''),
    ends: small(ends),
    placeEnds: small(placeEnds),
    places: Uint8Array.from(places),
  }
}

const small = (ascending: readonly number[]): Numbers =>
  (ascending.at(-1) ?? 0) < 65_536 ? Uint16Array.from(ascending) : Uint32Array.from(ascending)

function levelsOf(row: Message): Map<string, Level> {
  const levels = new Map<string, Level>()
  const { said, did } = rowTexts(row)
  if (did !== '') eachWord(fold(did), (word) => void levels.set(word, 0))
  const first: Level = row.role === 'user' ? 2 : 1
  const again: Level = row.role === 'user' ? 3 : 2
  eachWord(fold(said), (word) => void levels.set(word, (levels.get(word) ?? 0) >= first ? again : first))
  return levels
}

function putNumber(bytes: number[], value: number): void {
  let rest = value
  while (rest > 127) {
    bytes.push((rest & 127) | 128)
    rest >>>= 7
  }
  bytes.push(rest)
}

/**
 * Calls `found` for each row (its place in the segment) with a word that begins with `term`, once for each such word.
 * `isWhole`: the word is the term.
 */
export function eachPlace(
  segment: Segment,
  term: string,
  found: (offset: number, level: number, isWhole: boolean) => void,
): void {
  const { ends, placeEnds, places } = segment
  const first = firstWhere(segment, term, true)
  const after = firstWhere(segment, term, false)
  let at = first === 0 ? 0 : (placeEnds[first - 1] ?? 0)
  for (let index = first; index < after; index++) {
    const isWhole = (ends[index] ?? 0) - (index === 0 ? 0 : (ends[index - 1] ?? 0)) === term.length
    const end = placeEnds[index] ?? 0
    let offset = 0
    while (at < end) {
      let value = places[at++] ?? 0
      for (let shift = 7; value >> shift > 0 && at < end; shift += 7)
        value = (value & ((1 << shift) - 1)) | ((places[at++] ?? 0) << shift)
      offset += value >> 2
      if (offset >= SEGMENT_ROWS) break
      found(offset, value & 3, isWhole)
    }
    at = end
  }
}

/**
 * The first word that does not sort before `term`; or, not `inclusive`, the first after all words that begin with it.
 */
function firstWhere({ words, ends }: Segment, term: string, inclusive: boolean): number {
  let low = 0
  let high = ends.length
  while (low < high) {
    const middle = (low + high) >> 1
    const order = compare(words, middle === 0 ? 0 : (ends[middle - 1] ?? 0), ends[middle] ?? 0, term)
    if (order < 0 || (order === 0 && !inclusive)) low = middle + 1
    else high = middle
  }
  return low
}

/** Compares the word `words[from..to]` with a term: 0 if it begins with the term. */
function compare(words: string, from: number, to: number, term: string): number {
  for (let place = 0; place < term.length; place++) {
    if (from + place >= to) return -1
    const difference = words.charCodeAt(from + place) - term.charCodeAt(place)
    if (difference !== 0) return difference
  }
  return 0
}

/** Its approximate size in memory, in bytes. */
export const sizeOfSegment = ({ words, ends, placeEnds, places }: Segment): number =>
  words.length + ends.byteLength + placeEnds.byteLength + places.byteLength
