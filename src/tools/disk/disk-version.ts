/**
 * What stands for the content of a file, for the model to hand back: a write says which version it builds on, so that nothing is overwritten
 * that has changed since it was read.
 */

/** Bytes; of larger files the size and the time of change stand for the content. */
const HASHED = 64 * 1024 * 1024
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
