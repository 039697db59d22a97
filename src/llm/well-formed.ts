import { mapStrings } from '../json/map-strings.ts'

/**
 * A value of plain data without halves of characters (lone surrogates) in its strings: providers refuse those each time. Any depth.
 */
export const wellFormed = <Value>(value: Value): Value =>
  mapStrings(value, (text) => text.replace(/\p{Surrogate}/gu, '\ufffd'), {
    keeps: (inner) => inner instanceof AbortSignal,
  })
