import { pageProblem } from '../cost/page-cost.ts'
import { kindOfPage } from '../cost/page-kind.ts'
import { MOST_PIXELS, SHOWN, sizeOfPicture } from '../picture-bounds.ts'
import type { PointedFile } from './pointed-files.ts'

/** Most bytes of one picture, and of a drawing, which is read as text first. */
const LARGEST = 20_000_000
const LARGEST_DRAWING = 2_000_000
/** Size of a drawing that states none. */
const DRAWING = { width: 300, height: 150 }

/** Whether it may be a picture that can be shown, before its bytes are read. */
export const mayBePicture = ({ path, mediaType, size }: PointedFile): boolean =>
  kindOfPage(path, mediaType) === 'svg' ? size <= LARGEST_DRAWING : SHOWN.test(mediaType) && size <= LARGEST

/**
 * The type and pixels of a picture for an `img`; null: it cannot be shown, or costs too much. A drawing (SVG) neither
 * runs nor loads anything in an `img`, but it can block the page: what it draws is counted first.
 */
export async function drawable(
  { path, mediaType }: PointedFile,
  bytes: Uint8Array,
): Promise<{ type: string; width: number; height: number } | null> {
  if (kindOfPage(path, mediaType) === 'svg') {
    const text = new TextDecoder().decode(bytes)
    return pageProblem(text, 'svg') === null ? { type: 'image/svg+xml', ...sizeOfDrawing(text) } : null
  }
  const size = await sizeOfPicture(bytes)
  if (size === null || size.width * size.height > MOST_PIXELS) return null
  return { type: mediaType, ...size }
}

function sizeOfDrawing(text: string): { width: number; height: number } {
  const tag = /<svg\b[^>]{0,5000}/.exec(text)?.[0] ?? ''
  const number = (name: string): number =>
    Number(new RegExp(`\\s${name}\\s*=\\s*["']\\s*([\\d.]{1,10})(?:px)?\\s*["']`).exec(tag)?.[1])
  const [, boxWidth, boxHeight] =
    /\sviewBox\s*=\s*["']\s*[-\d.e]+[\s,]+[-\d.e]+[\s,]+([\d.]{1,10})[\s,]+([\d.]{1,10})/.exec(tag) ?? []
  const ratio = Number(boxWidth) / Number(boxHeight)
  const width = number('width') || (number('height') ? number('height') * ratio : Number(boxWidth))
  const height = number('height') || width / ratio
  const isSize = (n: number): boolean => n > 0 && n <= 20_000
  return isSize(width) && isSize(height) ? { width, height } : DRAWING
}
