import type { Head } from './head.ts'
import type { ToolCall } from './message.ts'

/** The same call with the same arguments, in a row: the model is told before the limit stops the run. */

const TOLD_FROM = 3

type Named = Pick<ToolCall, 'name' | 'args'>
export const hashOfCall = ({ name, args }: Named): string => hashOf(`${name}\n${args}`)

/** What the result of this call adds for the model; null: it is not one of several equal ones. */
export const repeatedWords = (call: Named, { sameCall }: Pick<Head, 'sameCall'>): string | null =>
  sameCall !== null && sameCall.count >= TOLD_FROM && sameCall.hash === hashOfCall(call)
    ? `[You have made this same call ${sameCall.count} times in a row. Do something else, or tell the user what is in the way.]`
    : null

/** 53 bits (cyrb53): equal calls only need to be told from different ones. */
const hashOf = (text: string): string => {
  let a = 0xdeadbeef
  let b = 0x41c6ce57
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i)
    a = Math.imul(a ^ code, 2654435761)
    b = Math.imul(b ^ code, 1597334677)
  }
  a = Math.imul(a ^ (a >>> 16), 2246822507) ^ Math.imul(b ^ (b >>> 13), 3266489909)
  b = Math.imul(b ^ (b >>> 16), 2246822507) ^ Math.imul(a ^ (a >>> 13), 3266489909)
  return (4294967296 * (2097151 & b) + (a >>> 0)).toString(36)
}
