/**
 * The context window in tokens that a provider names when it refuses a request as too long; null: no plausible number.
 */
export function windowNamedIn(message: string): number | null {
  for (const pattern of NAMED) {
    const found = pattern.exec(message)?.[1]?.replaceAll(/[,_ .]/g, '')
    const size = Number(found)
    if (found !== undefined && Number.isSafeInteger(size) && size >= 500 && size <= 100_000_000) return size
  }
  return null
}

const N = String.raw`(\d{1,3}(?:[,_ .]\d{3})+|\d{3,9})`
const NAMED = [
  `maximum context (?:length|window)(?: is| of|:)? ${N}`,
  `context (?:length|window|size)(?: is| of|:)? (?:only )?\\(?${N}`,
  `> ${N} maximum`,
  `maximum (?:allowed )?(?:number of )?(?:input )?tokens(?: allowed)?[^\\d]{0,20}${N}`,
  `maximum prompt length is ${N}`,
  `exceeds? the (?:model's )?(?:limit|maximum)(?: of)? ${N}`,
  `(?:limit|maximum)(?: is| of|:) ${N} tokens`,
  `n_ctx[^\\d]{0,6}${N}`,
].map((source) => new RegExp(source, 'i'))
