import type { ToolRequest } from '../tool.ts'

type PictureBytes = { mediaType: string; bytes: Uint8Array<ArrayBuffer> }
export type PictureOrder = { prompt: string; shape?: 'square' | 'wide' | 'tall' | undefined; pictures: PictureBytes[] }
/** `request`: the paid request, also of a failure; null: the provider reported no tokens. */
export type MadePicture = { request: ToolRequest | null } & (
  | { ok: true; picture: PictureBytes /** What the model said beside the picture. */; words: string }
  | { ok: false; error: string }
)
/** Makes one picture with one request. Rejects with the signal’s reason if aborted, with a sentence otherwise. */
export type PictureMaker = (order: PictureOrder, signal: AbortSignal) => Promise<MadePicture>
