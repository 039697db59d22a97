/**
 * A Word document without data that only affects its look. The library makes about a kilobyte of objects for each
 * element and attribute, so these are counted, and most of a document is formatting.
 */

/** Most elements and attributes. This many take about 500 MB for a moment. */
export const MOST_NODES = 500_000

/** Parts that the library does not read for text. */
const UNREAD =
  /^(customXml|docProps|word\/(theme|glossary|charts|diagrams|embeddings|media)\/)|^word\/(settings|webSettings|fontTable|header\d*|footer\d*)\.xml$/

/** Elements without content, for formatting or the cursor. */
const LOOKS =
  /<w:(?:rFonts|sz|szCs|lang|color|spacing|ind|jc|kern|w|position|noProof|proofErr|lastRenderedPageBreak|bCs|iCs|bookmarkEnd|widowControl|keepNext|keepLines|tabs|tab|shd|snapToGrid|autoSpaceDE|autoSpaceDN|adjustRightInd|textAlignment|contextualSpacing|tcW|tblW|vAlign|tblLook|gridCol)(?: [^<>]*)?\/>/g
/** Revision marks. */
const MARKS = / (?:w:rsid\w*|w14:(?:paraId|textId))="[^"<>]*"/g

const LESS_THAN = 0x3c
const SLASH = 0x2f
const EQUALS = 0x3d

/** null: more remains than the library can handle. */
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

/** Only for UTF-8 without a byte order mark: other encodings stay unchanged. */
function slimXml(bytes: Uint8Array): Uint8Array {
  let text: string
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return bytes
  }
  return new TextEncoder().encode(text.replace(MARKS, '').replace(LOOKS, ''))
}

/** An upper bound of elements and attributes: these characters contain the same byte in every encoding of XML. */
function nodesIn(bytes: Uint8Array): number {
  let nodes = 0
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at]
    if (byte === EQUALS || (byte === LESS_THAN && bytes[at + 1] !== SLASH)) nodes++
  }
  return nodes
}
