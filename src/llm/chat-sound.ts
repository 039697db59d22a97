import type { FilePart, UserPart } from './prompt.ts'

/** The library knows two sound formats; others are sent in the same shape, under OpenRouter's names. */
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
