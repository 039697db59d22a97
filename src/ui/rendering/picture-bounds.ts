/** Most pixels of a picture that is drawn, four bytes each: a file of one megabyte can unpack to gigabytes. */
export const MOST_PIXELS = 100_000_000
/** Pictures that are drawn as they are. */
export const SHOWN = /^image\/(png|jpeg|gif|webp|avif)$/
/** Bytes at the start of a picture that contain its size. */
const HEAD = 1_000_000

/** Pixels of a picture as its header states them, before anything is unpacked; null: unknown. */
export async function sizeOfPicture(bytes: Uint8Array): Promise<{ width: number; height: number } | null> {
  const { pictureHeader } = await import('../../documents/picture-header.ts')
  return pictureHeader(bytes.subarray(0, HEAD))
}
