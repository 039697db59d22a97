import type { Picture } from './events.ts'
import { isRecord } from './is-record.ts'
import type { ModelImage } from './port.ts'

/**
 * A generated picture in any form that servers use: `image_url` (an object or an address), `b64_json`, `result`,
 * `source`, inline data. A web address stays an address, which the person may open. null: not a picture.
 */
export function pictureIn(value: unknown): ModelImage | string | null {
  if (typeof value === 'string') return fromAddress(value)
  if (!isRecord(value)) return null
  const { image_url: url, url: plain, image, source, inline_data: snake, inlineData = snake } = value
  const inner = [url, source, inlineData, image].find((each) => isRecord(each) || typeof each === 'string')
  if (inner !== undefined) return pictureIn(inner)
  if (typeof plain === 'string') return fromAddress(plain)
  const data = [value['b64_json'], value['image_base64'], value['base64'], value['data'], value['result']].find(
    (each): each is string => typeof each === 'string' && each !== '',
  )
  if (data === undefined) return null
  const named = [value['media_type'], value['mime_type'], value['mimeType'], value['mediaType']].find(
    (each): each is string => typeof each === 'string',
  )
  if (data.startsWith('data:')) return fromAddress(data)
  if (!/^[A-Za-z0-9+/_=\s-]{16,}$/.test(data.slice(0, 200))) return null
  const mediaType = named ?? typeOf(data)
  return mediaType?.startsWith('image/') === true ? { type: 'image', mediaType, data: plainBase64(data) } : null
}

function fromAddress(address: string): ModelImage | string | null {
  const written = /^data:(image\/[\w.+-]+)[^,]*;base64,/i.exec(address)
  if (written === null) return /^https?:\/\/\S+$/i.test(address) ? address : null
  const data = plainBase64(address.slice(written[0].length))
  return data === '' ? null : { type: 'image', mediaType: String(written[1]).toLowerCase(), data }
}

const plainBase64 = (data: string): string => data.replace(/\s+/g, '').replaceAll('-', '+').replaceAll('_', '/')

/** By the first bytes in base64. */
function typeOf(data: string): string | null {
  return BEGINNINGS.find(([begins]) => data.startsWith(begins))?.[1] ?? null
}
const BEGINNINGS: [string, string][] = [
  ['iVBORw0KGgo', 'image/png'],
  ['/9j/', 'image/jpeg'],
  ['R0lGOD', 'image/gif'],
  ['UklGR', 'image/webp'],
]

/** Collects the pictures of one answer, each once, with the length of the text before them. */
export function gatherPictures(): {
  take: (image: ModelImage, at: number) => void
  found: () => readonly Picture[]
} {
  const list: Picture[] = []
  const known = new Set<string>()
  return {
    take: (image, at) => {
      const { data } = image
      // a picture is large: its length and its end identify it
      const key = `${data.length} ${data.slice(-400)}`
      if (known.has(key)) return
      known.add(key)
      list.push({ image, at })
    },
    found: () => list,
  }
}
