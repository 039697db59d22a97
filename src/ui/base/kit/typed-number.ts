import { t } from '../words/t.ts'

/**
 * Numbers as people type them: "," and "." part the thousands in one language and the decimals in another. Contract:
 * what cannot be one is NaN; the caller leaves out the empty text.
 */

const GROUPS = /^(-?[1-9]\d{0,2}(?:([,.\s'’])\d{3})(?:\2\d{3})*)(?:([,.])(\d+))?$/

/** "16,000", "16.000", "16 000": 16000. A fraction is not a whole number. */
export function typedWhole(text: string): number {
  const typed = text.trim()
  const [, groups, , decimals] = GROUPS.exec(typed) ?? []
  const value = groups !== undefined && decimals === undefined ? digitsOf(groups) : typed
  return !/[,.]/.test(value) && Number.isSafeInteger(Number(value)) ? Number(value) : Number.NaN
}

/** A small number without digit groups, such as a temperature: "0,125" and "1.125" are decimals. */
export const typedDecimal = (text: string): number => Number(text.trim().replace(',', '.'))

/**
 * US dollars: "2,50", "1,000.50", "1.000,50". "1,000" is one dollar in one language and a thousand in another:
 * `problem` asks which.
 */
export function typedMoney(text: string): number | { problem: string } {
  const typed = text.trim().replace(/^\$\s*/, '')
  const [, groups, between, mark, decimals] = GROUPS.exec(typed) ?? []
  if (groups === undefined) return typedDecimal(typed)
  if (mark === between) return Number.NaN
  if (decimals !== undefined) return Number(`${digitsOf(groups)}.${decimals}`)
  const [whole = '', rest = '', ...more] = groups.split(/[,.]/)
  if (more.length > 0 || rest === '') return Number(digitsOf(groups))
  const decimal = `${whole}.${rest.endsWith('0') ? rest.slice(0, 2) : `${rest}0`}`
  const readings = { typed, whole: digitsOf(groups), decimal }
  return { problem: t('{typed} is ambiguous: write {whole} or {decimal}.', readings) }
}

const digitsOf = (groups: string): string => groups.replace(/[^\d-]/g, '')
