export type PdfInfo = { version: string; pages: number | null; title: string | null; encrypted: boolean }

/**
 * Bytes that are read, half of them at each end: this runs in the page's thread, and a hostile file makes each of them
 * slow.
 */
const SEEN = 1_000_000

/**
 * Facts that a PDF states in plain sight; null: not a PDF. Page counts inside packed object streams are unknown, and
 * those of long files. Nothing of it is run or shown.
 */
export function pdfInfo(bytes: Uint8Array): PdfInfo | null {
  const isLong = bytes.length > SEEN
  const seen = isLong ? [bytes.subarray(0, SEEN / 2), bytes.subarray(-SEEN / 2)] : [bytes]
  const text = seen.map((part) => new TextDecoder('latin1').decode(part)).join('\n')
  const version = /^[\s\S]{0,1024}?%PDF-(\d\.\d)/.exec(text)?.[1]
  if (version === undefined) return null
  const counts = [...text.matchAll(/\/Type\s*\/Pages\b[^>]{0,400}?\/Count\s+(\d{1,6})/g)].map((match) =>
    Number(match[1]),
  )
  const leaves = text.match(/\/Type\s*\/Page(?![A-Za-z])/g)?.length ?? 0
  const pages = isLong ? 0 : Math.max(leaves, ...counts)
  const title = /\/Title\s*\(((?:[^()\\]|\\.){1,300})\)/.exec(text)?.[1]?.replace(/\\(.)/g, '$1')
  return { version, pages: pages > 0 ? pages : null, title: title ?? null, encrypted: /\/Encrypt\s+\d/.test(text) }
}
