import type { JSX } from 'solid-js'
import { dictionary, type Phrase } from './language.ts'

type Holes<P extends string> = P extends `${string}{${infer Name}}${infer Rest}` ? Name | Holes<Rest> : never
type Values<P extends string, V> = [Holes<P>] extends [never] ? [] : [values: Record<Holes<P>, V>]
/** Phrases without holes, for tables and properties. */
export type PlainPhrase = { [P in Phrase]: [Holes<P>] extends [never] ? P : never }[Phrase]
/** Words for `count` in tables: `{n}` is their one hole. */
export type CountedPhrase = {
  [P in Phrase]: [Holes<P>] extends ['n'] ? (['n'] extends [Holes<P>] ? P : never) : never
}[Phrase]

/**
 * The page's words in the person's language: `t('Send')`, `t('Sent to {host}', { host })`. Called where they are shown,
 * never kept: a change of the language then reaches them.
 */
export function t<P extends Phrase>(phrase: P, ...[values]: Values<P, string | number>): string {
  return filled(dictionary()?.[phrase] ?? phrase, values)
}

/** `count(3, '1 file', '{n} files')`. Chinese has one form, that of `other`; English uses `one` for 1. */
export function count<P extends Phrase>(
  n: number,
  one: string,
  other: P,
  ...[values]: [Exclude<Holes<P>, 'n'>] extends [never] ? [] : [Record<Exclude<Holes<P>, 'n'>, string | number>]
): string {
  const words = dictionary()?.[other] ?? (n === 1 ? one : other)
  return filled(words, { ...values, n })
}

/** Words with elements in their holes: `{parts('Press {key} to send', { key: <kbd>Enter</kbd> })}`. */
export function parts<P extends Phrase>(phrase: P, values: Record<Holes<P>, JSX.Element>): JSX.Element {
  const pieces = (dictionary()?.[phrase] ?? phrase).split(/\{(\w+)\}/)
  return pieces.map((piece, at) => (at % 2 === 0 ? piece : (values as Record<string, JSX.Element>)[piece]))
}

function filled(words: string, values: Readonly<Record<string, string | number>> | undefined): string {
  return values === undefined ? words : words.replace(/\{(\w+)\}/g, (hole, name) => String(values[name] ?? hole))
}
