import { byteKind, HEAD_BYTES } from '../../../../documents/file-kind.ts'
import type { DocumentKind } from '../../../../documents/messages.ts'

/** `file`: it goes into the workspace, and the model is told what it is. */
export type AttachableKind = 'picture' | 'pdf' | 'sound' | 'file' | DocumentKind

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
  // perhaps a film: its content decides
  webm: 'sound',
  doc: 'file',
  xls: 'file',
  ppt: 'file',
  pptx: 'file',
  odt: 'file',
  ods: 'file',
  zip: 'file',
}

/**
 * Kind of a file: by its bytes, else by its name and type. Systems derive the type from the file extension, and may
 * take code for a film.
 */
export async function kindByBytes(file: File): Promise<AttachableKind> {
  const claimed = kindOfFile(file)
  const head = new Uint8Array(await file.slice(0, HEAD_BYTES).arrayBuffer())
  switch (byteKind(head)) {
    case 'picture':
      return 'picture'
    case 'pdf':
      return 'pdf'
    case 'sound':
      return 'sound'
    case 'film':
      return 'file'
    case 'office':
      return officeKind(await file.slice(-TAIL_BYTES).text()) ?? claimed
    case 'packed':
      return claimed === 'docx' || claimed === 'xlsx' ? claimed : 'file'
    case 'old-office':
      return 'file'
    case 'text':
      return claimed === 'html' || HTML.test(new TextDecoder().decode(head.subarray(0, 1000))) ? 'html' : 'text'
    case 'bytes':
      return claimed === 'html' || claimed === 'text' ? 'file' : claimed
  }
}

const HTML = /^\ufeff?\s*(?:<!--[^>]*-->\s*)*(?:<!doctype html|<html[\s>])/i
/** The end of a zip file, which lists its content. */
const TAIL_BYTES = 65_536

function officeKind(list: string): AttachableKind | null {
  if (list.includes('word/document')) return 'docx'
  if (list.includes('xl/workbook')) return 'xlsx'
  return list.includes('ppt/presentation') ? 'file' : null
}

/** Kind of a file by its name and type. */
export function kindOfFile({ name, type }: Pick<File, 'name' | 'type'>): AttachableKind {
  const ending = /\.([^.]+)$/.exec(name)?.[1]?.toLowerCase() ?? ''
  if (Object.hasOwn(BY_NAME, ending)) return BY_NAME[ending] as AttachableKind
  if (type === 'application/pdf') return 'pdf'
  if (type === 'text/html') return 'html'
  if (type.startsWith('image/') && type !== 'image/svg+xml') return 'picture'
  if (type.startsWith('audio/')) return 'sound'
  if (type.startsWith('video/')) return 'file'
  return 'text'
}
