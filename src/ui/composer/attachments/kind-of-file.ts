import type { DocumentKind } from '../../../documents/messages.ts'

export type AttachableKind = 'picture' | 'pdf' | 'sound' | DocumentKind | { refused: string }

export const NO_FILMS = 'Films cannot be attached. Sound can: as MP3, WAV, OGG or FLAC.'

const BY_NAME: Readonly<Record<string, AttachableKind>> = {
  pdf: 'pdf',
  docx: 'docx',
  xlsx: 'xlsx',
  xlsm: 'xlsx',
  html: 'html',
  htm: 'html',
  xhtml: 'html',
  svg: 'text',
  heic: 'picture',
  heif: 'picture',
  mp3: 'sound',
  wav: 'sound',
  ogg: 'sound',
  oga: 'sound',
  opus: 'sound',
  flac: 'sound',
  aac: 'sound',
  m4a: 'sound',
  weba: 'sound',
  // perhaps a film: that is looked at
  webm: 'sound',
  doc: { refused: 'Old Word files cannot be read here. Save it as .docx or PDF.' },
  xls: { refused: 'Old Excel files cannot be read here. Save it as .xlsx or CSV.' },
  ppt: { refused: 'Slides cannot be read here. Save them as PDF.' },
  pptx: { refused: 'Slides cannot be read here. Save them as PDF.' },
  odt: { refused: 'It cannot be read here. Save it as .docx or PDF.' },
  ods: { refused: 'It cannot be read here. Save it as .xlsx or CSV.' },
  zip: { refused: 'Packed files cannot be attached. Drop what is in it.' },
}

/** How a file is taken, by what it says of itself: a claim only, since what is behind it is looked at when it is read. */
export function kindOfFile({ name, type }: Pick<File, 'name' | 'type'>): AttachableKind {
  const ending = /\.([^.]+)$/.exec(name)?.[1]?.toLowerCase() ?? ''
  if (Object.hasOwn(BY_NAME, ending)) return BY_NAME[ending] as AttachableKind
  if (type === 'application/pdf') return 'pdf'
  if (type === 'text/html') return 'html'
  if (type.startsWith('image/') && type !== 'image/svg+xml') return 'picture'
  if (type.startsWith('audio/')) return 'sound'
  if (type.startsWith('video/')) return { refused: NO_FILMS }
  return 'text'
}
