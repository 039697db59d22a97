/** Bytes of a WebAssembly memory page. */
const PAGE = 64 * 1024
const HEADER = 8
const MEMORY_SECTION = 5

/**
 * Lowers, in place, the maximum memory that a WebAssembly binary declares. Python's asks for 4 GB: an endlessly growing
 * list would crash the tab. Throws if the binary declares no maximum.
 */
export function boundMemory(binary: Uint8Array, bytes: number): void {
  let at = HEADER
  while (at < binary.length) {
    const id = binary[at]
    const size = readNumber(binary, at + 1)
    if (id === MEMORY_SECTION) return lowerMaximum(binary, size.end, bytes / PAGE)
    at = size.end + size.value
  }
  throw new Error('The binary has no memory of its own.')
}

/**
 * The memory section has the number of memories, then of the first: flags (bit 0: has a maximum), initial pages,
 * maximum.
 */
function lowerMaximum(binary: Uint8Array, at: number, pages: number): void {
  const count = readNumber(binary, at)
  const flags = readNumber(binary, count.end)
  if (count.value !== 1 || (flags.value & 1) === 0) throw new Error('The memory of the binary has no maximum.')
  const initial = readNumber(binary, flags.end)
  const maximum = readNumber(binary, initial.end)
  if (pages < initial.value) throw new Error('The bound is below what the binary begins with.')
  if (pages >= maximum.value) return
  // same length as before: all bytes but the last have the continuation bit
  for (let index = initial.end; index < maximum.end; index++) {
    const more = index < maximum.end - 1 ? 0x80 : 0
    binary[index] = ((pages >>> (7 * (index - initial.end))) & 0x7f) | more
  }
}

/** Reads a LEB128 number; `end`: index of the next byte. */
function readNumber(binary: Uint8Array, at: number): { value: number; end: number } {
  let value = 0
  for (let index = at, shift = 0; ; index++, shift += 7) {
    const byte = binary[index]
    if (byte === undefined || shift > 28) throw new Error('The binary is damaged.')
    value |= (byte & 0x7f) << shift
    if (byte < 0x80) return { value: value >>> 0, end: index + 1 }
  }
}
