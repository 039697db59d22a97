/**
 * A Word document without what only its look needs. The library that reads it makes about a kilobyte of objects for each element and each
 * attribute, so these are counted, and most of a document is look.
 */

/** Elements and attributes. So many take about 500 MB for a moment. */
export const MOST_NODES = 500_000

/** Parts that the library does not read for the words. */
const UNREAD =
  /^(customXml|docProps|word\/(theme|glossary|charts|diagrams|embeddings|media)\/)|^word\/(settings|webSettings|fontTable|header\d*|footer\d*)\.xml$/

/** Elements without content that say how something looks, or where the cursor was. */
const LOOKS =
  /<w:(?:rFonts|sz|szCs|lang|color|spacing|ind|jc|kern|w|position|noProof|proofErr|lastRenderedPageBreak|bCs|iCs|bookmarkEnd|widowControl|keepNext|keepLines|tabs|tab|shd|snapToGrid|autoSpaceDE|autoSpaceDN|adjustRightInd|textAlignment|contextualSpacing|tcW|tblW|vAlign|tblLook|gridCol)(?: [^<>]*)?\/>/g
/** Marks of revisions. */
const MARKS = / (?:w:rsid\w*|w14:(?:paraId|textId))="[^"<>]*"/g

const LESS_THAN = 0x3c
const SLASH = 0x2f
const EQUALS = 0x3d

/** null: more than the library can take is left. */
export function slimWord(parts: ReadonlyMap<string, Uint8Array>): ReadonlyMap<string, Uint8Array> | null {
  const slim = new Map<string, Uint8Array>()
  let nodes = 0
  for (const [name, bytes] of parts) {
    if (UNREAD.test(name)) continue
    const made = name === 'word/document.xml' ? slimXml(bytes) : bytes
    nodes += nodesIn(made)
    if (nodes > MOST_NODES) return null
    slim.set(name, made)
  }
  return slim
}

/** Only in UTF-8 without marks of its own: what is written otherwise stays as it is. */
function slimXml(bytes: Uint8Array): Uint8Array {
  let text: string
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return bytes
  }
  return new TextEncoder().encode(text.replace(MARKS, '').replace(LOOKS, ''))
}

/** An upper bound of its elements and attributes, in any encoding: the signs have one byte of their own in all that an XML may be written in. */
function nodesIn(bytes: Uint8Array): number {
  let nodes = 0
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at]
    if (byte === EQUALS || (byte === LESS_THAN && bytes[at + 1] !== SLASH)) nodes++
  }
  return nodes
}
