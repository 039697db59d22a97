import type { PageLook } from '../code/page-port.ts'
import type { ToolContext, ToolImage } from '../tool.ts'

/** The picture that a page drew of itself, encoded again in a thread that can be killed; null: there is none. */
export async function seenPicture(
  path: string,
  look: PageLook,
  { files, show, signal }: Pick<ToolContext, 'files' | 'show' | 'signal'>,
): Promise<ToolImage | null> {
  const bytes = 'picture' in look ? look.picture : null
  if (bytes === null || show === undefined) return null
  try {
    const file = { path: `${path} as it looks`, blob: await files.put(bytes), size: bytes.length }
    const shown = await show({ ...file, mediaType: 'image/png' }, signal)
    return shown?.type === 'image' ? shown : null
  } catch {
    signal.throwIfAborted()
    // a page can send bytes that are no picture
    return null
  }
}
