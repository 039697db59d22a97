/** The media type of a recording by its first bytes (at least 12), as this app names it; null: unknown. */
export function soundType(head: Uint8Array): string | null {
  const text = (from: number, length: number): string => String.fromCharCode(...head.subarray(from, from + length))
  const [first = 0, second = 0, third = 0, fourth = 0] = head
  if (text(0, 4) === 'RIFF' && text(8, 4) === 'WAVE') return 'audio/wav'
  if (text(0, 4) === 'OggS') return 'audio/ogg'
  if (text(0, 4) === 'fLaC') return 'audio/flac'
  if (text(4, 4) === 'ftyp') return 'audio/mp4'
  if (first === 0x1a && second === 0x45 && third === 0xdf && fourth === 0xa3) return 'audio/webm'
  if (text(0, 3) === 'ID3') return 'audio/mpeg'
  if (first !== 0xff) return null
  // eleven set bits; then AAC has layer 0, and MP3 layer III
  if ((second & 0xf6) === 0xf0) return 'audio/aac'
  return (second & 0xe6) === 0xe2 ? 'audio/mpeg' : null
}
