import { charsetSaidBy, markOf } from '../tools/web/read-body.ts'
import { shareOfCommon } from './common-signs.ts'

/** Of older systems in East Asia. */
const EAST_ASIAN = ['gb18030', 'shift_jis', 'big5', 'euc-jp', 'euc-kr']
/** Such a share of common signs is no chance: what is read wrongly has a few in a hundred. */
const LIKELY = 0.3
const SAMPLE = 50_000

/** The text of a file that may be in any encoding. `isHtml`: it may say itself in which. null: it is no text. */
export function decodedText(bytes: Uint8Array, isHtml: boolean): string | null {
  const mark = markOf(bytes)
  if (mark !== null) return new TextDecoder(mark).decode(bytes)
  if (bytes.subarray(0, 100_000).includes(0)) return null
  const told = isHtml ? decoderFor(charsetSaidBy(bytes)) : null
  const utf8 = asUtf8(bytes)
  // the bytes know better: what converts a file leaves its words about itself. Bytes that are all ASCII speak for neither
  const isTold = told !== null && told.encoding !== 'utf-8' && (utf8 === null || !bytes.some((byte) => byte > 0x7f))
  return isTold ? told.decode(bytes) : (utf8 ?? new TextDecoder(likelyOf(bytes)).decode(bytes))
}

/** null: nothing is said, or what no browser knows. */
function decoderFor(label: string | null): TextDecoder | null {
  if (label === null) return null
  try {
    // of a file in which that could be read it is not true
    return new TextDecoder(/^utf-?16/i.test(label) ? 'utf-8' : label)
  } catch {
    return null
  }
}

/** null: it is something else. UTF-8 may be cut in the middle of a character, as logs are, and be damaged here and there. */
function asUtf8(bytes: Uint8Array): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    const text = new TextDecoder().decode(bytes)
    const cut = (/^\ufffd{1,3}/.exec(text)?.[0].length ?? 0) + (text.endsWith('\ufffd') ? 1 : 0)
    let whole = 0
    let broken = 0
    for (let at = 0; at < text.length; at++) {
      const code = text.charCodeAt(at)
      if (code === 0xfffd) broken++
      else if (code > 0x7f) whole++
    }
    return whole >= 3 + 10 * Math.max(0, broken - cut) ? text : null
  }
}

/** Older systems write without saying how. What most of them used, unless read in another way it is full of the signs of a script. */
function likelyOf(bytes: Uint8Array): string {
  // the first byte that is not ASCII begins a character in all of them
  const start = bytes.findIndex((byte) => byte > 0x7f)
  const sample = bytes.subarray(start, start + SAMPLE)
  let likely = { label: 'windows-1252', share: LIKELY }
  for (const label of EAST_ASIAN) {
    const share = shareOfCommon(new TextDecoder(label).decode(sample))
    if (share > likely.share) likely = { label, share }
  }
  return likely.label
}
