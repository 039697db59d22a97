import type { Config } from '../../../agent/config.ts'
import { MOST_TURNS } from '../../../settings/limits.ts'
import { typedMoney, typedWhole } from '../../base/kit/typed-number.ts'
import { type PlainPhrase, t } from '../../base/words/t.ts'

export type LimitName = keyof Config['limits']
export type LimitField = {
  name: LimitName
  label: PlainPhrase
  hint: PlainPhrase
  least: number
  whole: boolean
  optional: boolean
}

/** The limits of a run as a person enters them (src/settings/limits.ts has the ranges). Money in US dollars. */
export const LIMIT_FIELDS: LimitField[] = [
  {
    name: 'maxTurns',
    label: 'Turns per run',
    hint: 'A turn is one answer with its tool calls.',
    least: 0,
    whole: true,
    optional: false,
  },
  {
    name: 'maxTokensPerRun',
    label: 'Tokens per run',
    hint: 'Empty: no limit.',
    least: 1,
    whole: true,
    optional: true,
  },
  {
    name: 'maxCostPerRun',
    label: 'Cost per run ($)',
    hint: 'Works where prices are known.',
    least: 0,
    whole: false,
    optional: true,
  },
  {
    name: 'maxCostPerDay',
    label: 'Cost per day ($)',
    hint: 'For this session. The day starts at midnight UTC.',
    least: 0,
    whole: false,
    optional: true,
  },
  {
    name: 'maxSameCall',
    label: 'Identical calls in a row',
    hint: 'Pauses when the model repeats itself.',
    least: 2,
    whole: true,
    optional: true,
  },
]

/** The entered limit, or `{ problem }`, a sentence for the person. */
export function parseLimit(field: LimitField, text: string): number | null | { problem: string } {
  if (text.trim() === '') return field.optional ? null : { problem: t('Enter a number.') }
  const value = field.whole ? typedWhole(text) : typedMoney(text)
  if (typeof value === 'object') return value
  if (!Number.isFinite(value)) return { problem: field.whole ? t('Enter a whole number.') : t('Enter a number.') }
  if (field.whole && value < field.least) return { problem: t('Enter {n} or more.', { n: field.least }) }
  if (!field.whole && value <= field.least) return { problem: t('Enter more than 0.') }
  if (field.name === 'maxTurns' && value > MOST_TURNS) return { problem: t('Enter 10,000 or less.') }
  return value
}
