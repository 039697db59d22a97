import type { FileInfo, ToolContext, ToolImage } from '../tool.ts'
import { seenPicture } from './seen-picture.ts'

/** Most bytes of a drawing that is drawn. */
const LARGEST = 2_000_000

/** How an SVG looks, drawn by a page of the person that is in view; null: none is, or it cannot be drawn. */
export async function pictureOfDrawing(
  { path, blob, size }: FileInfo,
  context: Pick<ToolContext, 'files' | 'show' | 'signal' | 'lookAtPage'>,
): Promise<ToolImage | null> {
  if (context.lookAtPage === undefined || size > LARGEST) return null
  const look = await context.lookAtPage({ path, blob, title: path }, { signal: context.signal, drawing: true })
  return seenPicture(path, look, context)
}
