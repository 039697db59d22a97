/**
 * The beginning and end of a long UTF-8 text, held as bytes: memory depends on their length only, not on how small the
 * pieces were.
 */
export type EndsOfText = {
  add: (bytes: Uint8Array) => void
  /** `left`: code points left out in the middle, where the text says so. */
  read: () => { text: string; left: number }
}

const FIRST_ROOM = 4096

/** At most `head` bytes of its beginning and `tail` of its end. */
export function endsOfText(head: number, tail: number): EndsOfText {
  let beginning = new Uint8Array(Math.min(FIRST_ROOM, head))
  let used = 0
  /** A ring: what comes later overwrites what came first. Null until the beginning is full. */
  let ring: Uint8Array | null = null
  let behind = 0
  let signsBehind = 0

  const addToBeginning = (bytes: Uint8Array): void => {
    if (used + bytes.length > beginning.length) {
      const larger = new Uint8Array(Math.min(head, Math.max(2 * beginning.length, used + bytes.length)))
      larger.set(beginning.subarray(0, used))
      beginning = larger
    }
    beginning.set(bytes, used)
    used += bytes.length
  }
  const addToEnd = (bytes: Uint8Array): void => {
    ring ??= new Uint8Array(tail)
    const kept = bytes.subarray(Math.max(0, bytes.length - tail))
    const at = (behind + bytes.length - kept.length) % tail
    const before = kept.subarray(0, tail - at)
    ring.set(before, at)
    ring.set(kept.subarray(before.length), 0)
    behind += bytes.length
    signsBehind += signsIn(bytes)
  }
  return {
    add: (bytes) => {
      const first = bytes.subarray(0, head - used)
      if (first.length > 0) addToBeginning(first)
      if (first.length < bytes.length) addToEnd(bytes.subarray(first.length))
    },
    read: () => {
      const start = beginning.subarray(0, used)
      if (ring === null) return { text: textOf(start), left: 0 }
      if (behind <= tail) return { text: textOf(joined(start, ring.subarray(0, behind))), left: 0 }
      const at = behind % tail
      const end = fromFirstSign(joined(ring.subarray(at), ring.subarray(0, at)))
      return { text: `${textOf(start)}\n[…]\n${textOf(end)}`, left: signsBehind - signsIn(end) }
    },
  }
}

/** An incomplete character at the end is left out. */
const textOf = (bytes: Uint8Array): string => new TextDecoder().decode(bytes, { stream: true })

/** Continuation bytes of a character; every other byte begins one. */
const goesOn = (byte: number): boolean => (byte & 0xc0) === 0x80

/** Four bytes at a time: all that is streamed is counted. */
function signsIn(bytes: Uint8Array): number {
  const { length, byteOffset, buffer } = bytes
  const lead = Math.min(length, -byteOffset & 3)
  const count = (length - lead) >> 2
  const words = count === 0 ? [] : new Uint32Array(buffer, byteOffset + lead, count)
  let continued = 0
  // of each byte the highest bit, where the next one is not set
  for (const word of words) continued += Math.imul((word >>> 7) & (~word >>> 6) & 0x01010101, 0x01010101) >>> 24
  for (let at = 0; at < lead; at++) if (goesOn(bytes[at] ?? 0)) continued++
  for (let at = lead + 4 * words.length; at < length; at++) if (goesOn(bytes[at] ?? 0)) continued++
  return length - continued
}

function fromFirstSign(bytes: Uint8Array): Uint8Array {
  const first = bytes.findIndex((byte) => !goesOn(byte))
  return bytes.subarray(Math.max(0, first))
}

function joined(one: Uint8Array, other: Uint8Array): Uint8Array {
  const both = new Uint8Array(one.length + other.length)
  both.set(one)
  both.set(other, one.length)
  return both
}
