import type { Files, ToolImage } from '../tool.ts'

const SIGNATURE = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]
const WIDTH_AT = 16
const HEIGHT_AT = 20

/**
 * Stores the pictures of a run. Skips anything that is not a PNG or has no size: the code may have returned anything.
 */
export async function pictureBlocks(
  pictures: readonly Uint8Array<ArrayBuffer>[],
  files: Pick<Files, 'put'>,
): Promise<ToolImage[]> {
  const blocks: ToolImage[] = []
  for (const bytes of pictures) {
    const isPng = bytes.length > HEIGHT_AT + 4 && SIGNATURE.every((byte, index) => bytes[index] === byte)
    if (!isPng) continue
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
    const [width, height] = [view.getUint32(WIDTH_AT), view.getUint32(HEIGHT_AT)]
    if (width === 0 || height === 0) continue
    blocks.push({ type: 'image', mediaType: 'image/png', blob: await files.put(bytes), width, height })
  }
  return blocks
}
