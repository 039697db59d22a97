/**
 * The copy of a session as bytes, to which more is only ever appended: lines of JSON, as in an archive, and between them
 * the blobs that the lines name. A kill may leave half a part at the end.
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
 * The whole parts of a copy, and where they end, in bytes. What follows is not read: half a part, or something that is
 * no part.
 */
export function readCopy(copy: Uint8Array<ArrayBuffer>): { parts: CopyPart[]; whole: number } {
  const parts: CopyPart[] = []
  let whole = 0
  for (;;) {
    const end = copy.indexOf(NEWLINE, whole)
    const line = end < 0 ? undefined : parsed(copy.subarray(whole, end))
    if (line === undefined) return { parts, whole }
    const blob = blobOf(line)
    if (blob === null) parts.push({ type: 'line', line })
    else {
      const after = end + 1 + blob.size
      if (copy[after] !== NEWLINE) return { parts, whole }
      parts.push({ type: 'blob', sha: blob.sha, bytes: copy.subarray(end + 1, after) })
      whole = after + 1
      continue
    }
    whole = end + 1
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
