/** What the first bytes of a picture claim, read before anything is unpacked. */
export type PictureHeader = {
  format: 'png' | 'jpeg' | 'gif' | 'webp' | 'bmp' | 'avif' | 'heic'
  width: number
  height: number
}

/** null: an unknown format, or a broken header. `head`: the beginning of the file; sizes further in are not found. */
export function pictureHeader(head: Uint8Array): PictureHeader | null {
  try {
    const found = read(head, new DataView(head.buffer, head.byteOffset, head.byteLength))
    return found !== null && found.width > 0 && found.height > 0 ? found : null
  } catch {
    // it ends before it states its size
    return null
  }
}

function read(head: Uint8Array, view: DataView): PictureHeader | null {
  const text = (from: number, length: number): string => String.fromCharCode(...head.subarray(from, from + length))
  if (text(1, 3) === 'PNG' && text(12, 4) === 'IHDR')
    return { format: 'png', width: view.getUint32(16), height: view.getUint32(20) }
  if (text(0, 4) === 'GIF8') return { format: 'gif', width: view.getUint16(6, true), height: view.getUint16(8, true) }
  if (text(0, 2) === 'BM')
    return { format: 'bmp', width: view.getInt32(18, true), height: Math.abs(view.getInt32(22, true)) }
  if (head[0] === 0xff && head[1] === 0xd8) return jpeg(view)
  if (text(0, 4) === 'RIFF' && text(8, 4) === 'WEBP') return webp(text(12, 4), view)
  if (text(4, 4) === 'ftyp') return boxed(text(8, 4), head, view)
  return null
}

/** The size is in the first frame header; segments before it (EXIF, colour profiles, thumbnails) are skipped. */
function jpeg(view: DataView): PictureHeader | null {
  let at = 2
  while (at + 9 < view.byteLength) {
    if (view.getUint8(at) !== 0xff) return null
    const marker = view.getUint8(at + 1)
    if (marker === 0xff) {
      at++
      continue
    }
    const isFrame = marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc
    if (isFrame) return { format: 'jpeg', width: view.getUint16(at + 7), height: view.getUint16(at + 5) }
    const isBare = marker === 0x01 || (marker >= 0xd0 && marker <= 0xd8)
    at += isBare ? 2 : 2 + view.getUint16(at + 2)
  }
  return null
}

function webp(chunk: string, view: DataView): PictureHeader | null {
  const uint24 = (at: number): number => view.getUint16(at, true) | (view.getUint8(at + 2) << 16)
  if (chunk === 'VP8X') return { format: 'webp', width: 1 + uint24(24), height: 1 + uint24(27) }
  if (chunk === 'VP8 ')
    return { format: 'webp', width: view.getUint16(26, true) & 0x3fff, height: view.getUint16(28, true) & 0x3fff }
  if (chunk !== 'VP8L') return null
  const bits = view.getUint32(21, true)
  return { format: 'webp', width: 1 + (bits & 0x3fff), height: 1 + ((bits >>> 14) & 0x3fff) }
}

const HEIC = /^(heic|heix|hevc|hevx|heim|heis|mif1|msf1)$/

/** The largest size in the boxes of the file: a picture may consist of tiles. */
function boxed(brand: string, head: Uint8Array, view: DataView): PictureHeader | null {
  const format = brand.startsWith('avi') ? 'avif' : HEIC.test(brand) ? 'heic' : null
  if (format === null) return null
  let largest = { width: 0, height: 0 }
  for (let at = 12; at + 16 <= head.length; at++) {
    // "ispe"
    if (view.getUint32(at) !== 0x69737065) continue
    const size = { width: view.getUint32(at + 8), height: view.getUint32(at + 12) }
    if (size.width * size.height > largest.width * largest.height) largest = size
  }
  return { format, ...largest }
}

/** Name of a picture format that browsers do not support, by its first bytes; null: supported, or not a picture. */
export function foreignPicture(head: Uint8Array): 'HEIC' | 'TIFF' | 'JPEG XL' | 'Photoshop' | 'JPEG 2000' | null {
  const text = (from: number, length: number): string => String.fromCharCode(...head.subarray(from, from + length))
  if (text(4, 4) === 'ftyp' && /^(hei|hev|mif1|mif2|msf1|miaf)/.test(text(8, 4))) return 'HEIC'
  if (/^(II[*+]\0|MM\0[*+])/.test(text(0, 4))) return 'TIFF'
  if ((head[0] === 0xff && head[1] === 0x0a) || text(4, 4) === 'JXL ') return 'JPEG XL'
  if (text(4, 4) === 'jP  ') return 'JPEG 2000'
  return text(0, 4) === '8BPS' ? 'Photoshop' : null
}
