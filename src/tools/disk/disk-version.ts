/**
 * The version of a file's content, which the model hands back: a write names the version that it builds on, so a file
 * that has changed since it was read is never overwritten.
 */

/** Bytes; for larger files, size and modification time stand in for the content. */
export const HASHED = 64 * 1024 * 1024
const SIGNS = 16

export const NEW = 'new'

/** Rejects with a DOMException when the file cannot be read. */
export async function versionOfFile(file: File): Promise<string> {
  if (file.size <= HASHED) return versionOf(await bytesOf(file))
  return versionOf(new TextEncoder().encode(`${file.size} bytes, changed ${file.lastModified}`))
}

export async function versionOf(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes))
  return [...digest]
    .map((byte) => byte.toString(16).padStart(2, '0'))
    .join('')
    .slice(0, SIGNS)
}

export const bytesOf = async (file: Blob): Promise<Uint8Array<ArrayBuffer>> => new Uint8Array(await file.arrayBuffer())
