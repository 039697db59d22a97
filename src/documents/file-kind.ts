import { foreignPicture, pictureHeader } from './picture-header.ts'
import { soundType } from './sound-type.ts'

/**
 * The kind of a file by its first bytes, whatever its name: a system may report code (`.ts`) as a film and give no type
 * for a picture.
 */
export type ByteKind = 'picture' | 'pdf' | 'sound' | 'film' | 'packed' | 'office' | 'old-office' | 'text' | 'bytes'

/** Bytes needed to decide. */
export const HEAD_BYTES = 4096

/** `head`: the beginning of the file. */
export function byteKind(head: Uint8Array): ByteKind {
  const text = (from: number, length: number): string => String.fromCharCode(...head.subarray(from, from + length))
  const begins = (...bytes: number[]): boolean => bytes.every((byte, at) => head[at] === byte)
  // a mail program or a scanner may have left something before it
  if (text(0, 5) === '%PDF-' || (/%PDF-\d/.test(text(0, 1024)) && !isWords(head))) return 'pdf'
  if (isPicture(head, text)) return 'picture'
  if (begins(0x50, 0x4b, 3, 4) || begins(0x50, 0x4b, 5, 6)) return isOffice(text(30, 200)) ? 'office' : 'packed'
  if (begins(0x1f, 0x8b) || begins(0x37, 0x7a, 0xbc, 0xaf) || text(0, 4) === 'Rar!' || begins(0xfd, 0x37, 0x7a))
    return 'packed'
  if (begins(0xd0, 0xcf, 0x11, 0xe0)) return 'old-office'
  if (isFilm(head, text)) return 'film'
  if (soundType(head) !== null && !isWords(head)) return 'sound'
  return isWords(head) ? 'text' : 'bytes'
}

const PICTURE_BRAND = /^avi[fs]/

/** A picture that is broken after its first bytes is still a picture: the code that opens it reports what is wrong. */
function isPicture(head: Uint8Array, text: (from: number, length: number) => string): boolean {
  if (pictureHeader(head) !== null || foreignPicture(head) !== null || text(1, 3) === 'PNG' || text(0, 4) === 'GIF8')
    return true
  if (head[0] === 0xff && head[1] === 0xd8 && head[2] === 0xff) return true
  if (text(0, 4) === 'RIFF' && text(8, 4) === 'WEBP') return true
  return text(4, 4) === 'ftyp' && PICTURE_BRAND.test(text(8, 4))
}

/** Formats that contain only film; formats that may be sound alone are examined by the player. */
function isFilm(head: Uint8Array, text: (from: number, length: number) => string): boolean {
  if (text(0, 4) === 'RIFF' && text(8, 3) === 'AVI') return true
  if (text(0, 3) === 'FLV' && head[3] === 1) return true
  // packets of a transport stream; a text may begin with a G
  if (head[0] === 0x47 && head[188] === 0x47 && head[376] === 0x47 && !isWords(head)) return true
  // the same with a timestamp before each packet, as cameras write it
  if (head[4] === 0x47 && head[196] === 0x47 && head[388] === 0x47 && !isWords(head)) return true
  return head[0] === 0 && head[1] === 0 && head[2] === 1 && (head[3] === 0xba || head[3] === 0xb3)
}

/** Today's Word and Excel documents begin with one of these. */
const isOffice = (name: string): boolean => /^(\[Content_Types\]\.xml|_rels\/|docProps\/|word\/|xl\/|ppt\/)/.test(name)

/** Text has no zero byte, unless it begins with a UTF-16 byte order mark. */
const isWords = (head: Uint8Array): boolean =>
  head.length > 0 &&
  ((head[0] === 0xff && head[1] === 0xfe) || (head[0] === 0xfe && head[1] === 0xff) || !head.includes(0)) &&
  !isControlled(head)

/** More control characters than a text has. */
function isControlled(head: Uint8Array): boolean {
  let controls = 0
  for (const byte of head)
    if (byte < 32 && byte !== 9 && byte !== 10 && byte !== 12 && byte !== 13 && byte !== 27) controls++
  const isWide = (head[0] === 0xff && head[1] === 0xfe) || (head[0] === 0xfe && head[1] === 0xff)
  return !isWide && controls > head.length / 50
}
