import type { ModelView } from '../../../protocol/models-view.ts'
import { tokens } from '../../base/kit/tokens.ts'
import { type PlainPhrase, t } from '../../base/words/t.ts'

/** What is known of a model, in words. */

/**
 * What it can do; nothing of what is not known or cannot be done, save for tools, without which the agent can only
 * talk.
 */
export function abilities({ sees, reads, hears, thinks, acts }: ModelView): PlainPhrase[] {
  const all: (PlainPhrase | false | null)[] = [
    sees && 'images',
    reads && 'PDF',
    hears.length > 0 && 'audio',
    thinks && 'thinking',
    acts === null ? null : acts ? 'tools' : 'chat only, no tools',
  ]
  return all.filter((ability) => typeof ability === 'string')
}

/** '' where it is not known. */
export const windowWords = ({ window }: ModelView): string =>
  window === null ? '' : t('{n} tokens', { n: tokens(window) })

/** US dollars for a million tokens in and out. `local`: it is asked on this computer or in the person's network. */
export function priceWords(model: ModelView, local: boolean): string {
  const { price } = model
  const words = plainPrice(model, local)
  if (words !== null) return t(words)
  return price === null
    ? ''
    : t('{input} in, {output} out', { input: dollars(price.input), output: dollars(price.output) })
}

/** What is said in place of a price that is nothing or not known; null: it has one. */
export function plainPrice({ price }: ModelView, local: boolean): PlainPhrase | null {
  if (price === null) return local ? 'local' : 'price unknown'
  return price.input === 0 && price.output === 0 ? 'free' : null
}

const dollars = (value: number): string => `$${Number(value.toPrecision(4))}`
