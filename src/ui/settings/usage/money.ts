import type { UsageTotals } from '../../../agent/usage-totals.ts'
import { t } from '../../base/words/t.ts'

/** US dollars as people write them; amounts below a cent with their significant digits. */
export function dollars(value: number): string {
  if (value === 0) return '$0'
  if (value < 0.0001) return '< $0.0001'
  if (value < 0.01) return `$${value.toFixed(4)}`
  return `$${value.toFixed(value < 1 ? 3 : 2)}`
}

/**
 * The cost of several answers, as far as prices are known. `local`: all of them came from this computer or the person’s
 * network.
 */
export function costWords({ cost, unpriced, answers }: UsageTotals, local = false): string {
  if (answers > 0 && unpriced >= answers) return local ? t('local') : t('price unknown')
  return unpriced > 0 ? t('over {cost}', { cost: dollars(cost) }) : dollars(cost)
}
