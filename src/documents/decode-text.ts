import { charsetSaidBy, markOf } from '../tools/web/read-body.ts'
import { shareOfCommon } from './common-signs.ts'

/** Encodings of older systems in East Asia. */
const EAST_ASIAN = ['gb18030', 'shift_jis', 'big5', 'euc-jp', 'euc-kr']
/** A share of common characters this large is no accident: wrongly decoded text has a few per cent. */
const LIKELY = 0.3
const SAMPLE = 50_000

/** Decodes a text file in any encoding. `isHtml`: the file may declare its encoding. null: not text. */
export function decodedText(bytes: Uint8Array, isHtml: boolean): string | null {
  const mark = markOf(bytes)
  if (mark !== null) return new TextDecoder(mark).decode(bytes)
  if (bytes.subarray(0, 100_000).includes(0)) return null
  const told = isHtml ? decoderFor(charsetSaidBy(bytes)) : null
  const utf8 = asUtf8(bytes)
  // the bytes count more: a file that was converted keeps its old declaration. Pure ASCII bytes decide nothing
  const isTold = told !== null && told.encoding !== 'utf-8' && (utf8 === null || !bytes.some((byte) => byte > 0x7f))
  return isTold ? told.decode(bytes) : (utf8 ?? new TextDecoder(likelyOf(bytes)).decode(bytes))
}

/** null: no label, or an unknown one. */
function decoderFor(label: string | null): TextDecoder | null {
  if (label === null) return null
  try {
    // a file in which this label can be read is not UTF-16
    return new TextDecoder(/^utf-?16/i.test(label) ? 'utf-8' : label)
  } catch {
    return null
  }
}

/** null: not UTF-8. UTF-8 may be cut inside a character, as logs are, and be damaged here and there. */
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

/**
 * Guesses the encoding, which older systems do not declare: the Western one that most of them used, unless another
 * reading is full of the common characters of a script.
 */
function likelyOf(bytes: Uint8Array): string {
  // in all of these encodings the first non-ASCII byte begins a character
  const start = bytes.findIndex((byte) => byte > 0x7f)
  const sample = bytes.subarray(start, start + SAMPLE)
  let likely = { label: 'windows-1252', share: LIKELY }
  for (const label of EAST_ASIAN) {
    const share = shareOfCommon(new TextDecoder(label).decode(sample))
    if (share > likely.share) likely = { label, share }
  }
  return likely.label
}
