import type { DocumentPart } from '../../tools/documents/document-port.ts'
import { pictureHeader } from '../picture-header.ts'

type Picture = { type: 'png' | 'jpg' | 'gif'; bytes: Uint8Array<ArrayBuffer>; width: number; height: number }

/** Finds a picture by the path that Markdown has for it; null: it is missing, or none that documents take. */
export type FindPicture = (path: string) => Picture | null

const TYPES = { png: 'png', jpeg: 'jpg', gif: 'gif' } as const

export const pathKey = (path: string): string => {
  let plain = path
  try {
    plain = decodeURIComponent(path)
  } catch {
    // a name with a bare % sign
  }
  return plain.replace(/^(?:\.?\/)+/, '')
}

export function pictureFinder(parts: readonly DocumentPart[]): FindPicture {
  const byPath = new Map(parts.map(({ path, bytes }) => [pathKey(path), bytes]))
  return (path) => {
    const bytes = byPath.get(pathKey(path))
    const header = bytes === undefined ? null : pictureHeader(bytes)
    if (bytes === undefined || header === null || !(header.format in TYPES)) return null
    const { width, height, format } = header
    return { type: TYPES[format as keyof typeof TYPES], bytes, width, height }
  }
}

/** The size in which a picture is shown: at most this wide and high, never larger than it is. */
export function fitted({ width, height }: { width: number; height: number }, widest: number, highest: number) {
  const scale = Math.min(1, widest / width, highest / height)
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) }
}
