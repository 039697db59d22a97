import { mapStrings } from '../json/map-strings.ts'

/** Plain data without lone surrogates (half characters) in its strings: providers refuse them every time. Any depth. */
export const wellFormed = <Value>(value: Value): Value =>
  mapStrings(value, (text) => text.replace(/\p{Surrogate}/gu, '\ufffd'), {
    keeps: (inner) => inner instanceof AbortSignal,
  })
