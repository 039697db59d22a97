import type { ModelView } from '../../protocol/models-view.ts'
import { tokens } from '../kit/tokens.ts'

/** What is known of a model, in words. */

/** What it can do; nothing of what is not known or cannot be done, save for tools, without which the agent can only talk. */
export function abilities({ sees, reads, thinks, acts }: ModelView): string[] {
  return [
    ...(sees ? ['images'] : []),
    ...(reads ? ['PDF'] : []),
    ...(thinks ? ['thinking'] : []),
    ...(acts === false ? ['no tools'] : acts ? ['tools'] : []),
  ]
}

/** '' where it is not known. */
export const windowWords = ({ window }: ModelView): string => (window === null ? '' : `${tokens(window)} tokens`)

/** US dollars for a million tokens in and out. `local`: it is asked on this computer or in the person's network. */
export function priceWords({ price }: ModelView, local: boolean): string {
  if (price === null) return local ? 'local' : 'price not known'
  if (price.input === 0 && price.output === 0) return 'free'
  return `$${plain(price.input)} in, $${plain(price.output)} out`
}

const plain = (dollars: number): string => String(Number(dollars.toPrecision(4)))
