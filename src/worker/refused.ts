import { inWords, type Refusal, type RefusalCode, type ValuesOf } from '../protocol/refusals.ts'
import { DamagedRecord } from '../storage/fault.ts'

/**
 * A request or command is not carried out. Made from a fact (`refused`), or from a sentence for the person, which is
 * then its message.
 */
export class Refused extends Error {
  readonly refusal: Refusal
  constructor(why: string | Refusal) {
    super(typeof why === 'string' ? why : `${why.code} ${JSON.stringify(why.values)}`)
    this.refusal = typeof why === 'string' ? inWords(why) : why
  }
}

type Given<Code extends RefusalCode> = keyof ValuesOf<Code> extends never ? [] : [values: ValuesOf<Code>]

/** The page has the words for it. */
export const refusal = <Code extends RefusalCode>(code: Code, ...[values]: Given<Code>): Refusal =>
  ({ code, values: values ?? {} }) as Refusal

export const refused = <Code extends RefusalCode>(code: Code, ...given: Given<Code>): Refused =>
  new Refused(refusal(code, ...given))

/** A record that is damaged stays so: asked again, it would be refused again. */
export const isFinal = (error: unknown): boolean => error instanceof Refused || error instanceof DamagedRecord

/** The reason as older versions read it, in their tabs, on other devices and in stored answers. */
export const inOldWords = (why: Refusal): string =>
  why.code === 'in-words' ? why.values.text : 'This was refused. Update Reflexor to read why.'
