/** Bytes per second if a recording does not state it (such as one from a browser's recorder). */
const UNKNOWN = 4000
/** Kilobits per second by the index in an MP3 frame (layer III): version 1, then versions 2 and 2.5. */
const RATES = [
  [0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320],
  [0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160],
] as const

/**
 * About how many seconds a recording lasts, at least one. Judged by its bytes without decoding, so a variable rate is
 * estimated from the beginning. `mediaType`: as returned by soundType.
 */
export function soundLength(bytes: Uint8Array, mediaType: string): number {
  const rate = mediaType === 'audio/wav' ? rateOfWav(bytes) : mediaType === 'audio/mpeg' ? rateOfMp3(bytes) : 0
  return Math.max(1, Math.round(bytes.length / (rate > 0 ? rate : UNKNOWN)))
}

/** The format is in a chunk named `fmt `, usually the first. */
function rateOfWav(bytes: Uint8Array): number {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length)
  for (let at = 12; at + 20 <= bytes.length; at += 8 + view.getUint32(at + 4, true))
    if (view.getUint32(at) === 0x666d7420) return view.getUint32(at + 16, true)
  return 0
}

/** Of the first frame after the tag, whose length is stored in four times seven bits. */
function rateOfMp3(bytes: Uint8Array): number {
  const at = bytes[0] === 0x49 ? 10 + [6, 7, 8, 9].reduce((sum, place) => sum * 128 + (bytes[place] ?? 0), 0) : 0
  const [first = 0, second = 0, third = 0] = bytes.subarray(at, at + 3)
  if (first !== 0xff || (second & 0xe6) !== 0xe2) return 0
  const rates = (second & 0x18) === 0x18 ? RATES[0] : RATES[1]
  return (rates[third >> 4] ?? 0) * 125
}
