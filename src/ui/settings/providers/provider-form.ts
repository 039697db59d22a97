import { parseBaseUrl } from '../../../settings/base-url.ts'
import { isLoopback } from '../../../settings/loopback.ts'
import { wantsKeyAt } from '../../../settings/presets.ts'
import type { Provider } from '../../../settings/provider.ts'
import { addableKinds, type ProviderKind } from '../../../settings/provider-kind.ts'
import { factsOf, kindFor } from '../../../settings/provider-kinds.ts'
import { addressWords } from '../../base/words/address-words.ts'
import { said } from '../../base/words/said.ts'
import { t } from '../../base/words/t.ts'
import { type AdvancedProblems, type AdvancedText, readAdvanced } from './advanced-form.ts'

/** The values and problems of the "Add provider" form. */
export type ProviderFields = {
  kind: ProviderKind
  baseUrl: string
  key: string
  model: string
  trusted: boolean
  /** The person’s name for it; '' for its usual name. */
  name: string
  advanced: AdvancedText
}
export type FieldProblems = {
  baseUrl?: string
  key?: string
  model?: string
  trusted?: string
  advanced?: AdvancedProblems
}

/** The kinds that a person can add, with their names. */
export const KINDS = addableKinds.map((kind) => ({ kind, label: factsOf(kind).label }))

/** The origin of a base URL for display; null if the URL is invalid. */
export function originOf(baseUrl: string): string | null {
  const parsed = parseBaseUrl(baseUrl, 'your network')
  return typeof parsed === 'string' ? new URL(parsed).origin : null
}

/** Whether the person must confirm that they trust this origin: it is neither this computer nor a known provider. */
export function needsTrust(baseUrl: string): boolean {
  const origin = originOf(baseUrl)
  if (origin === null) return false
  const known = addableKinds.map((kind) => new URL(factsOf(kind).baseUrl).origin)
  return !isLoopback(new URL(origin).hostname) && !known.includes(origin)
}

/**
 * Problems by field; empty if the form can be saved. `fromLink`: a link filled it in, so an unknown origin must be
 * confirmed. `knownAt`: the origin of the provider that is edited, whose key may be stored or come later; null: a new
 * provider. A key that looks like another provider’s is no problem: how keys begin may change.
 */
export function checkFields(fields: ProviderFields, fromLink: boolean, knownAt: string | null): FieldProblems {
  const problems: FieldProblems = {}
  const baseUrl = parseBaseUrl(fields.baseUrl, 'your network')
  if (typeof baseUrl !== 'string') problems.baseUrl = addressWords(baseUrl.problem)
  else if (fields.baseUrl.length > 2048) problems.baseUrl = t('This URL is too long.')
  if (fields.model.trim() === '') problems.model = t('Choose a model or type its name.')
  else if (fields.model.trim().length > 200) problems.model = t('This name is too long.')
  if (fields.key.length > 4096) problems.key = t('This key is too long.')
  // a header can’t contain line breaks and some other characters, which come mostly from pasted text
  else if (!/^[\x21-\x7e]*$/.test(fields.key.trim()))
    problems.key = t('This isn’t a key: it contains spaces or characters that keys don’t have.')
  else if (fields.key.trim() === '' && originOf(fields.baseUrl) !== knownAt) {
    const wanted = wantsKeyAt(fields.baseUrl)
    if (wanted) problems.key = t('{provider} needs a key.', { provider: said(wanted.name) })
  }
  if (fromLink && needsTrust(fields.baseUrl) && !fields.trusted)
    problems.trusted = t('Confirm that you trust this address before anything is sent to it.')
  const { problems: advanced } = readAdvanced(fields.advanced)
  if (Object.keys(advanced).length > 0) problems.advanced = advanced
  return problems
}

/** The name of a provider if the person gives none. */
export function ownName(kind: ProviderKind, baseUrl: string): string {
  const facts = factsOf(kind)
  if (facts.ownsAddress && baseUrl === facts.baseUrl) return facts.label
  return URL.canParse(baseUrl) ? new URL(baseUrl).host : baseUrl
}

/**
 * The id of a new provider, made from its kind and address, so that a session finds it on another device, or after the
 * provider was removed and added again. At most 64 characters, as everywhere. A second key for the same address gets a
 * number.
 */
export function newProviderId(
  { kind, baseUrl }: Pick<Provider, 'kind' | 'baseUrl'>,
  taken: readonly string[] | null,
): string {
  if (taken === null) return crypto.randomUUID()
  const plain = `${kind}@${baseUrl.replace(/^https?:\/\//, '')}`.slice(0, 60)
  for (let n = 1; ; n++) {
    const id = n === 1 ? plain : `${plain}#${n}`
    if (!taken.includes(id)) return id
  }
}

/** The provider that the fields describe. Contract: they are valid. */
export function toProvider(fields: ProviderFields, models: string[], id: string, now: number): Provider {
  const parsed = parseBaseUrl(fields.baseUrl, 'your network')
  const baseUrl = typeof parsed === 'string' ? parsed : fields.baseUrl
  const kind = kindFor(fields.kind, baseUrl)
  const { advanced } = readAdvanced(fields.advanced)
  return {
    id,
    kind,
    label: (fields.name.trim() || ownName(kind, baseUrl)).slice(0, 80),
    baseUrl,
    model: fields.model.trim(),
    models: models.filter((model) => model.length <= 200).slice(0, 2000),
    createdAt: now,
    ...(Object.keys(advanced).length > 0 && { advanced }),
  }
}
