import { soundType } from '../../../../documents/sound-type.ts'
import { fileSize } from '../../../base/kit/file-size.ts'

/**
 * In bytes: as base64, with a conversation around it, the most that providers accept in one request (Gemini: 20 MB).
 */
const MOST_SOUND = 14_000_000
/** How long the browser may take to report the duration, in ms. */
const LIMIT = 10_000
/** Bytes per second if a recording does not state its duration (as of a browser's own recorder). */
const BYTES_OF_SECOND = 4000

/**
 * Type and duration of a recording, from its bytes: it is sent unchanged and never decoded here as a whole. null: it is
 * a film. Rejects with a sentence for the person.
 */
export async function readSound(
  file: File,
  signal: AbortSignal,
): Promise<{ mediaType: string; seconds: number } | null> {
  if (file.size > MOST_SOUND)
    throw new Error(`It is too large (${fileSize(file.size)}, limit ${fileSize(MOST_SOUND)} for audio).`)
  const mediaType = soundType(new Uint8Array(await file.slice(0, 16).arrayBuffer()))
  if (mediaType === null) throw new Error(UNREADABLE)
  const seconds = await lengthOf(new Blob([file], { type: mediaType }), signal)
  if (seconds === null) return null
  const known = Number.isFinite(seconds) ? seconds : file.size / BYTES_OF_SECOND
  return { mediaType, seconds: Math.max(1, Math.ceil(known)) }
}

const UNREADABLE = 'It is damaged, or not audio that can be played here.'

/** In seconds, from the header; infinite if the header does not say; null for a film. */
async function lengthOf(sound: Blob, signal: AbortSignal): Promise<number | null> {
  // a video element: it reveals whether the file is a film
  const player = document.createElement('video')
  const url = URL.createObjectURL(sound)
  try {
    return await new Promise<number | null>((resolve, reject) => {
      AbortSignal.any([signal, AbortSignal.timeout(LIMIT)]).addEventListener('abort', () =>
        reject(new Error(UNREADABLE)),
      )
      player.onerror = () => reject(new Error(UNREADABLE))
      player.onloadedmetadata = () => {
        resolve(player.videoWidth > 0 ? null : player.duration)
      }
      player.preload = 'metadata'
      player.src = url
    })
  } finally {
    player.removeAttribute('src')
    player.load()
    URL.revokeObjectURL(url)
  }
}
