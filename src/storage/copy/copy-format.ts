/**
 * The copy of a session as bytes; append only. It has lines of JSON, as in an archive, and between them the blobs that
 * the lines name. A kill may leave half a part at the end.
 */

/** One part. The bytes of a blob are a view of the copy. */
export type CopyPart = { type: 'line'; line: unknown } | { type: 'blob'; sha: string; bytes: Uint8Array<ArrayBuffer> }

const NEWLINE = 10
const encoder = new TextEncoder()
const decoder = new TextDecoder()

export const lineBytes = (line: object): Uint8Array<ArrayBuffer> => encoder.encode(`${JSON.stringify(line)}\n`)

export function blobBytes(sha: string, bytes: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> {
  return joined([lineBytes({ type: 'blob', sha, size: bytes.length }), bytes, encoder.encode('\n')])
}

/**
 * The whole parts of a copy, each with its end in bytes. Stops at half a part, and at something that is no part.
 */
export function* partsOf(copy: Uint8Array<ArrayBuffer>): Generator<{ part: CopyPart; end: number }> {
  for (let at = 0; ; ) {
    const newline = copy.indexOf(NEWLINE, at)
    const line = newline < 0 ? undefined : parsed(copy.subarray(at, newline))
    if (line === undefined) return
    const blob = blobOf(line)
    const from = newline + 1
    if (blob === null) yield { part: { type: 'line', line }, end: from }
    else if (copy[from + blob.size] !== NEWLINE) return
    else
      yield {
        part: { type: 'blob', sha: blob.sha, bytes: copy.subarray(from, from + blob.size) },
        end: from + blob.size + 1,
      }
    at = blob === null ? from : from + blob.size + 1
  }
}

function parsed(bytes: Uint8Array<ArrayBuffer>): object | undefined {
  try {
    const value: unknown = JSON.parse(decoder.decode(bytes))
    return typeof value === 'object' && value !== null ? value : undefined
  } catch {
    return undefined // it was torn
  }
}

function blobOf(line: object): { sha: string; size: number } | null {
  const { type, sha, size } = line as { type?: unknown; sha?: unknown; size?: unknown }
  return type === 'blob' && typeof sha === 'string' && Number.isSafeInteger(size) && (size as number) >= 0
    ? { sha, size: size as number }
    : null
}

export function joined(pieces: readonly Uint8Array<ArrayBuffer>[]): Uint8Array<ArrayBuffer> {
  const all = new Uint8Array(pieces.reduce((sum, { length }) => sum + length, 0))
  let at = 0
  for (const piece of pieces) {
    all.set(piece, at)
    at += piece.length
  }
  return all
}
