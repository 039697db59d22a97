import type { FilePart, UserPart } from './prompt.ts'

/** The library knows two formats of sound; others go along in the same shape, under the names that OpenRouter has for them. */
export function chatSound(part: FilePart): UserPart {
  const format = SOUNDS[part.mediaType]
  if (format === undefined) return part
  const sound = { type: 'input_audio', input_audio: { data: part.data.data, format } }
  return { ...part, mediaType: 'audio/wav', providerOptions: { openaiCompatible: sound } }
}
const SOUNDS: Readonly<Record<string, string>> = {
  'audio/ogg': 'ogg',
  'audio/flac': 'flac',
  'audio/aac': 'aac',
  'audio/mp4': 'm4a',
}
