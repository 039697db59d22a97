/** Compresses bytes, then pads them to a common length: a length reveals little. */

/** Lengths of objects, in bytes; above the last, multiples of it. */
const SIZES = [1024, 4096, 16_384, 65_536] as const
/** The compression, and the length. */
const HEAD = 5
const PLAIN = 0
const GZIP = 1

/** `around`: bytes that the object adds to these. The whole object gets one of a few lengths. */
export async function pack(bytes: Uint8Array<ArrayBuffer>, around: number): Promise<Uint8Array<ArrayBuffer>> {
  const gzipped = await readAll(new Blob([bytes]).stream().pipeThrough(new CompressionStream('gzip')), bytes.length)
  const content = gzipped ?? bytes
  const packed = new Uint8Array(paddedSize(around + HEAD + content.length) - around)
  packed[0] = gzipped === null ? PLAIN : GZIP
  new DataView(packed.buffer).setUint32(1, content.length)
  packed.set(content, HEAD)
  return packed
}

/** null: invalid, or larger than `most` bytes; at most that much is unpacked. */
export async function unpack(packed: Uint8Array<ArrayBuffer>, most: number): Promise<Uint8Array<ArrayBuffer> | null> {
  if (packed.length < HEAD) return null
  const length = new DataView(packed.buffer, packed.byteOffset).getUint32(1)
  const content = packed.slice(HEAD, HEAD + length)
  if (content.length !== length) return null
  if (packed[0] === PLAIN) return length > most ? null : content
  if (packed[0] !== GZIP) return null
  return readAll(new Blob([content]).stream().pipeThrough(new DecompressionStream('gzip')), most + 1)
}

function paddedSize(length: number): number {
  const last = SIZES[SIZES.length - 1] ?? 0
  return SIZES.find((size) => length <= size) ?? Math.ceil(length / last) * last
}

/** null: at least `limit` bytes long, or unreadable. */
async function readAll(
  stream: ReadableStream<Uint8Array<ArrayBuffer>>,
  limit: number,
): Promise<Uint8Array<ArrayBuffer> | null> {
  const chunks: Uint8Array<ArrayBuffer>[] = []
  const reader = stream.getReader()
  let length = 0
  try {
    for (;;) {
      const { done, value } = await reader.read()
      if (done) break
      length += value.length
      if (length >= limit) {
        reader.cancel().catch(() => {}) // nobody reads on
        return null
      }
      chunks.push(value)
    }
  } catch {
    return null // the bytes are in memory: nothing else than no gzip ends here, under another name on each platform
  }
  return new Uint8Array(await new Blob(chunks).arrayBuffer())
}
