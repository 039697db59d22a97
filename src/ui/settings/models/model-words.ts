import type { ModelView } from '../../../protocol/models.ts'
import { tokens } from '../../base/kit/tokens.ts'
import { type PlainPhrase, t } from '../../base/words/t.ts'

/** Facts about a model, in words. */

/** Its abilities. Missing or unknown ones are left out, except tools: without tools the agent can only talk. */
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

/** '' if unknown. */
export const windowWords = ({ window }: ModelView): string =>
  window === null ? '' : t('{n} tokens', { n: tokens(window) })

/** US dollars for a million tokens in and out. `local`: the model runs on this computer or in the person’s network. */
export function priceWords(model: ModelView, local: boolean): string {
  const { price } = model
  const words = plainPrice(model, local)
  if (words !== null) return t(words)
  return price === null
    ? ''
    : t('{input} in, {output} out', { input: dollars(price.input), output: dollars(price.output) })
}

/** The words in place of a price that is zero or unknown; null: it has a price. */
export function plainPrice({ price }: ModelView, local: boolean): PlainPhrase | null {
  if (price === null) return local ? 'local' : 'price unknown'
  return price.input === 0 && price.output === 0 ? 'free' : null
}

const dollars = (value: number): string => `$${Number(value.toPrecision(4))}`
