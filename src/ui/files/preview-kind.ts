const TEXT_NAMES =
  /\.(?:txt|log|json|jsonl|ya?ml|toml|ini|xml|html?|css|m?[jt]sx?|py|rb|rs|go|java|c|h|cpp|sh|sql|env|gitignore)$/i

export type PreviewKind = 'text' | 'markdown' | 'image' | 'table' | 'pdf' | 'docx' | 'xlsx' | 'other'

/** How a file is shown. HTML and SVG code is shown as text and image only: neither ever runs here. */
export function previewKind(path: string, mediaType: string): PreviewKind {
  if (/^image\/(?:png|jpeg|gif|webp|avif|svg\+xml)$/.test(mediaType)) return 'image'
  if (mediaType === 'text/markdown' || /\.(?:md|markdown)$/i.test(path)) return 'markdown'
  if (/^text\/(?:csv|tab-separated-values)$/.test(mediaType) || /\.[ct]sv$/i.test(path)) return 'table'
  if (mediaType === 'application/pdf' || /\.pdf$/i.test(path)) return 'pdf'
  if (mediaType.endsWith('.wordprocessingml.document') || /\.docx$/i.test(path)) return 'docx'
  if (mediaType.endsWith('.spreadsheetml.sheet') || /\.xlsx$/i.test(path)) return 'xlsx'
  if (mediaType.startsWith('text/') || /[/+](?:json|xml|javascript|yaml)$/.test(mediaType) || TEXT_NAMES.test(path))
    return 'text'
  return 'other'
}

const KINDS: Readonly<Record<string, string>> = {
  'application/vnd.openxmlformats-officedocument.presentationml.presentation': 'PowerPoint (PPTX)',
  'application/vnd.sqlite3': 'SQLite',
  'application/vnd.apache.parquet': 'Parquet',
  'application/zip': 'ZIP',
}

/** A media type as people call it; itself if there is no such name. */
export const kindInWords = (mediaType: string): string => KINDS[mediaType] ?? mediaType
