import { saveFile } from '../base/kit/save-file.ts'

/** Bytes of one piece: more at once would be felt. */
const PIECE = 4_000_000

/** Hands bytes to the browser as a download, named by the last part of the path. */
export async function downloadBytes(bytes: Uint8Array, path: string, mediaType: string): Promise<void> {
  const pieces: Blob[] = []
  for (let at = 0; at < bytes.length; at += PIECE) {
    pieces.push(new Blob([bytes.subarray(at, at + PIECE) as Uint8Array<ArrayBuffer>]))
    await new Promise((resolve) => setTimeout(resolve))
  }
  saveFile(new Blob(pieces, { type: mediaType }), path.split('/').at(-1) || 'file')
}
