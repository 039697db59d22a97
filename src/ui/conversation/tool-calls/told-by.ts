import { mainArgument, parseArguments } from '../../../search/call-arguments.ts'
import { type CountedPhrase, count } from '../../base/words/t.ts'

const TIMES: Record<string, [one: string, many: CountedPhrase]> = {
  seconds: ['1 second', '{n} seconds'],
  minutes: ['1 minute', '{n} minutes'],
  hours: ['1 hour', '{n} hours'],
  days: ['1 day', '{n} days'],
}

/**
 * Detail that tells a call from its neighbours, shown next to its name: the length of a wait, else its main argument.
 */
export function toldBy(name: string, args: string): string {
  const { amount, unit } = name === 'wait' ? (parseArguments(args) ?? {}) : {}
  const words = typeof unit === 'string' && Object.hasOwn(TIMES, unit) ? TIMES[unit] : undefined
  return typeof amount === 'number' && words !== undefined ? count(amount, ...words) : mainArgument(args)
}
