import type { Advanced } from './advanced.ts'
import { isLoopback } from './loopback.ts'
import type { ProviderKind } from './provider-kind.ts'

/** The kinds of providers, one row each, without the code of the adapters (llm/adapters.ts). */

export type ProviderKindFacts = {
  /** Name for a person. */
  label: string
  /** Default address; '' if there is nothing to connect to. */
  baseUrl: string
  /** The header that carries the key, and the prefix before the key; null: it takes no key. */
  key: { header: string; prefix: string } | null
  /** Whether the address belongs to this kind alone: a provider of another kind with this address becomes this kind. */
  ownsAddress: boolean
  /**
   * Hosts, in addition to this computer, that continue an answer after we disconnect and let us resume it; for that
   * they store the answer. Other hosts with the same API are not asked to store anything.
   */
  goesOnAt: RegExp | null
  /** Answers continue only if the person asks for it: it takes another API. */
  goesOnIfAsked?: true
  /** Whether its models that see pictures also read PDFs. */
  readsPdf: boolean
  /** Audio formats that its API accepts, for models that hear: media types, as its reference names them. */
  sounds: readonly string[]
  /** What a person should know before choosing it; '' for nothing. */
  hint: string
}

const PLAIN_SOUNDS = ['audio/wav', 'audio/mpeg']
const MORE_SOUNDS = ['audio/ogg', 'audio/flac', 'audio/aac']
const BEARER = { header: 'authorization', prefix: 'Bearer ' }

const PROVIDER_KINDS = {
  'openai-compatible': {
    label: 'OpenAI-compatible',
    baseUrl: 'http://localhost:11434/v1',
    key: BEARER,
    ownsAddress: false,
    goesOnAt: null,
    readsPdf: false,
    sounds: PLAIN_SOUNDS,
    hint: '',
  },
  openai: {
    label: 'OpenAI',
    baseUrl: 'https://api.openai.com/v1',
    key: BEARER,
    ownsAddress: true,
    goesOnAt: /^((eu|us)\.)?api\.openai\.com$|\.openai\.azure\.com$/,
    readsPdf: true,
    sounds: [],
    hint: 'Answers keep generating at OpenAI if you close this tab. OpenAI stores them for up to 30 days.',
  },
  azure: {
    label: 'Azure OpenAI',
    baseUrl: 'https://your-resource.openai.azure.com/openai/v1',
    key: { header: 'api-key', prefix: '' },
    ownsAddress: true,
    goesOnAt: /\.openai\.azure\.com$/,
    readsPdf: true,
    sounds: [],
    hint: 'Answers keep generating at Azure if you close this tab. Azure stores them for up to 30 days.',
  },
  anthropic: {
    label: 'Anthropic',
    baseUrl: 'https://api.anthropic.com/v1',
    key: { header: 'x-api-key', prefix: '' },
    ownsAddress: true,
    goesOnAt: null,
    readsPdf: true,
    sounds: [],
    hint: '',
  },
  openrouter: {
    label: 'OpenRouter',
    baseUrl: 'https://openrouter.ai/api/v1',
    key: BEARER,
    ownsAddress: true,
    goesOnAt: null,
    readsPdf: true,
    sounds: [...PLAIN_SOUNDS, ...MORE_SOUNDS, 'audio/mp4'],
    hint: 'One key for models from many vendors. Costs are as reported by OpenRouter.',
  },
  google: {
    label: 'Google Gemini',
    baseUrl: 'https://generativelanguage.googleapis.com/v1beta',
    key: { header: 'x-goog-api-key', prefix: '' },
    ownsAddress: true,
    goesOnAt: /^generativelanguage\.googleapis\.com$/,
    goesOnIfAsked: true,
    readsPdf: true,
    sounds: [...PLAIN_SOUNDS, ...MORE_SOUNDS],
    hint: '',
  },
  demo: {
    label: 'Demo (scripted)',
    baseUrl: '',
    key: null,
    ownsAddress: false,
    goesOnAt: null,
    readsPdf: false,
    sounds: [],
    hint: '',
  },
} satisfies Record<ProviderKind, ProviderKindFacts>

export const factsOf = (kind: ProviderKind): ProviderKindFacts => PROVIDER_KINDS[kind]

const entries = Object.entries(PROVIDER_KINDS) as [ProviderKind, ProviderKindFacts][]

/** The header with a key in it; null: this kind sends none. */
export function keyHeader(kind: ProviderKind, secret: string): { header: string; value: string } | null {
  const { key } = factsOf(kind)
  return key === null ? null : { header: key.header, value: `${key.prefix}${secret}` }
}

type Place = { kind: ProviderKind; baseUrl: string }
type Asked = Place & { advanced?: Pick<Advanced, 'stored' | 'unstored'> | undefined }

/** Whether answers of this provider can continue after we disconnect. False for an invalid address. */
export function answersMayGoOn({ kind, baseUrl }: Place): boolean {
  const { goesOnAt } = factsOf(kind)
  if (goesOnAt === null || !URL.canParse(baseUrl)) return false
  const { hostname } = new URL(baseUrl)
  return isLoopback(hostname) || goesOnAt.test(hostname)
}

/** Whether answers do continue after we disconnect: nothing is stored against the person's wish. */
export function answersGoOn({ advanced, ...place }: Asked): boolean {
  const wanted = factsOf(place.kind).goesOnIfAsked ? advanced?.stored === true : advanced?.unstored !== true
  return wanted && answersMayGoOn(place)
}

/** The best kind for an address: a general kind is replaced by the kind that owns the address. */
export function kindFor(kind: ProviderKind, baseUrl: string): ProviderKind {
  if (factsOf(kind).ownsAddress) return kind
  return entries.find(([, facts]) => facts.ownsAddress && facts.baseUrl === baseUrl)?.[0] ?? kind
}
