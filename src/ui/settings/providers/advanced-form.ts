import type { Advanced } from '../../../settings/advanced.ts'
import { headersAsText, parseExtraBody, parseHeaders } from '../../../settings/extra-request.ts'
import { typedDecimal, typedWhole } from '../../base/kit/typed-number.ts'
import { said } from '../../base/words/said.ts'
import { type PlainPhrase, t } from '../../base/words/t.ts'

/** The values of the fields under "Advanced"; '' if not set. */
export type AdvancedText = Record<keyof Advanced, string>
export type AdvancedProblems = Partial<AdvancedText>

/** The stored settings as field values. */
export function textOfAdvanced(advanced: Advanced | undefined): AdvancedText {
  const number = (value: number | undefined): string => (value === undefined ? '' : String(value))
  return {
    temperature: number(advanced?.temperature),
    topP: number(advanced?.topP),
    maxOutput: number(advanced?.maxOutput),
    seed: number(advanced?.seed),
    patience: number(advanced?.patience),
    retries: number(advanced?.retries),
    tier: advanced?.tier ?? '',
    cacheRetention: advanced?.cacheRetention ?? '',
    unstored: advanced?.unstored ? 'yes' : '',
    stored: advanced?.stored ? 'yes' : '',
    headers: headersAsText(advanced?.headers ?? {}),
    body: advanced?.body ?? '',
  }
}

type NumberRule = { least: number; most: number; whole: boolean; words: PlainPhrase }
const NUMBERS: Record<'temperature' | 'topP' | 'maxOutput' | 'seed' | 'patience' | 'retries', NumberRule> = {
  temperature: { least: 0, most: 2, whole: false, words: 'Enter a number from 0 to 2, or leave it empty.' },
  topP: { least: 0.0001, most: 1, whole: false, words: 'Enter a number above 0, up to 1, or leave it empty.' },
  maxOutput: { least: 1, most: 10_000_000, whole: true, words: 'Enter a whole number of tokens, or leave it empty.' },
  seed: { least: -(2 ** 31), most: 2 ** 31 - 1, whole: true, words: 'Enter a whole number, or leave it empty.' },
  patience: { least: 5, most: 3600, whole: true, words: 'Enter 5 to 3600 seconds, or leave it empty.' },
  retries: { least: 0, most: 4, whole: true, words: 'Enter 0 to 4, or leave it empty.' },
}

const RETENTIONS = ['short', 'long', 'none'] as const

/**
 * The settings from the fields, and problems by field. Contract: if there are problems, `advanced` lacks the settings
 * of those fields.
 */
export function readAdvanced(text: AdvancedText): { advanced: Advanced; problems: AdvancedProblems } {
  const advanced: Advanced = {}
  const problems: AdvancedProblems = {}
  for (const [name, rule] of Object.entries(NUMBERS) as [keyof typeof NUMBERS, NumberRule][]) {
    if (text[name].trim() === '') continue
    const value = rule.whole ? typedWhole(text[name]) : typedDecimal(text[name])
    const right = value >= rule.least && value <= rule.most
    if (right) advanced[name] = value
    else problems[name] = t(rule.words)
  }
  const kept = RETENTIONS.find((each) => each === text.cacheRetention)
  if (kept !== undefined) advanced.cacheRetention = kept
  if (text.unstored !== '') advanced.unstored = true
  if (text.stored !== '') advanced.stored = true
  const tier = text.tier.trim()
  if (!/^[\w-]{0,40}$/.test(tier)) problems.tier = t('Use letters, digits, - and _, or leave it empty.')
  else if (tier !== '') advanced.tier = tier
  const headers = parseHeaders(text.headers)
  if ('problem' in headers) problems.headers = said(headers.problem)
  else if (Object.keys(headers.headers).length > 0) advanced.headers = headers.headers
  const body = parseExtraBody(text.body)
  if ('problem' in body) problems.body = said(body.problem)
  else if (text.body.length > 20_000) problems.body = t('This is too long.')
  else if (Object.keys(body.extra).length > 0) advanced.body = text.body.trim()
  return { advanced, problems }
}
