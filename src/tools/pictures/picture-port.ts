import type { ToolRequest } from '../tool.ts'

type PictureBytes = { mediaType: string; bytes: Uint8Array<ArrayBuffer> }
export type PictureOrder = { prompt: string; shape?: 'square' | 'wide' | 'tall' | undefined; pictures: PictureBytes[] }
/** `request`: what was paid, whatever came of it. */
export type MadePicture = { request: ToolRequest | null } & (
  | { ok: true; picture: PictureBytes /** What the model said beside the picture. */; words: string }
  | { ok: false; error: string }
)
/** Makes one picture with one request. Rejects with the signal’s reason if aborted, with a sentence otherwise. */
export type PictureMaker = (order: PictureOrder, signal: AbortSignal) => Promise<MadePicture>
