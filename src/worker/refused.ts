import type { Refusal, RefusalCode, ValuesOf } from '../protocol/refusals.ts'
import { DamagedRecord } from '../storage/fault.ts'

/**
 * What a page asked for cannot be done, and why. Made from a sentence for the person, which is its message, or from a
 * fact (`refused`).
 */
export class Refused extends Error {
  readonly refusal: Refusal
  constructor(why: string | Refusal) {
    super(typeof why === 'string' ? why : `${why.code} ${JSON.stringify(why.values)}`)
    this.refusal = typeof why === 'string' ? { code: 'in-words', values: { text: why } } : why
  }
}

/** Of a request. The page has the words for it. */
export const refused = <Code extends RefusalCode>(
  code: Code,
  ...[values]: keyof ValuesOf<Code> extends never ? [] : [values: ValuesOf<Code>]
): Refused => new Refused({ code, values: values ?? {} } as Refusal)

/** A record that is damaged stays so: asked again, it would be refused again. */
export const isFinal = (error: unknown): boolean => error instanceof Refused || error instanceof DamagedRecord
