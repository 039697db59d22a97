import type { FromDocuments } from './messages.ts'
import { foreignPicture, pictureHeader } from './picture-header.ts'

/** Most bytes of a file, and pixels that it may unpack to. */
const MOST_BYTES = 50_000_000
const MOST_PIXELS = 100_000_000
/** The size is near the beginning of a file, after the data of cameras. */
const HEAD = 1_000_000
/** A lossless picture up to this many bytes stays lossless. */
const MOST_PNG = 1_000_000

const failed = (words: string): FromDocuments => ({ type: 'failed', words })
const inMillions = (value: number): string => `${Math.round(value / 1_000_000)} million`

/**
 * Re-encodes a picture in the size that models take: other data of the file (place, camera, preview) is removed, and
 * the picture is upright. Nothing is unpacked before its header has told its size. Of an animation, the first frame.
 */
export async function shrinkPicture(file: Blob, longest: number): Promise<FromDocuments> {
  if (file.size > MOST_BYTES)
    return failed(`It is too large (${Math.round(file.size / 1_000_000)} MB, limit 50 MB for images).`)
  const head = new Uint8Array(await file.slice(0, HEAD).arrayBuffer())
  const header = pictureHeader(head)
  if (header === null) return failed(unreadable(foreignPicture(head)))
  const { format, width, height } = header
  if (width * height > MOST_PIXELS)
    return failed(
      `It is too large: ${width} × ${height} is ${inMillions(width * height)} pixels, the limit is ${inMillions(MOST_PIXELS)}.`,
    )
  const picture = await createImageBitmap(file).catch(() => null)
  if (picture === null)
    return failed(
      format === 'heic'
        ? NO_HEIC
        : `This browser can’t read this image (${format.toUpperCase()}). It is damaged or an unknown format.`,
    )
  const scale = Math.min(1, longest / Math.max(picture.width, picture.height))
  const size = {
    width: Math.max(1, Math.round(picture.width * scale)),
    height: Math.max(1, Math.round(picture.height * scale)),
  }
  const png = format === 'jpeg' ? null : await drawn(picture, size, 'image/png')
  const small = png !== null && png.size <= MOST_PNG
  const result = small ? png : await drawn(picture, size, 'image/jpeg')
  picture.close()
  const bytes = new Uint8Array(await result.arrayBuffer())
  return { type: 'picture', bytes, mediaType: small ? 'image/png' : 'image/jpeg', ...size }
}

const NO_HEIC =
  'This browser can’t read HEIC images. Save it as JPEG first. On an iPhone: Settings > Camera > Formats > Most Compatible.'

function unreadable(kind: ReturnType<typeof foreignPicture>): string {
  if (kind === 'HEIC') return NO_HEIC
  if (kind !== null) return `Browsers can’t read ${kind} images. Save it as PNG or JPEG first.`
  return 'It is damaged or an unknown image format.'
}

function drawn(
  picture: ImageBitmap,
  { width, height }: { width: number; height: number },
  type: 'image/png' | 'image/jpeg',
): Promise<Blob> {
  const canvas = new OffscreenCanvas(width, height)
  const context = canvas.getContext('2d')
  if (context === null) throw new Error('There is no canvas.')
  if (type === 'image/jpeg') {
    // transparent parts would become black
    context.fillStyle = '#fff'
    context.fillRect(0, 0, width, height)
  }
  context.imageSmoothingQuality = 'high'
  context.drawImage(picture, 0, 0, width, height)
  return canvas.convertToBlob({ type, quality: 0.86 })
}
