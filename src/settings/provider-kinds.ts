import type { Advanced } from './advanced.ts'
import { isLoopback } from './loopback.ts'
import type { ProviderKind } from './provider-kind.ts'

/** The kinds of providers: all that is not code of an adapter, in one row each. The adapters themselves are in llm/adapters.ts. */

export type ProviderKindFacts = {
  /** Its name for a person. */
  label: string
  /** Where it is when the person names no other place; '' where there is nothing to reach. */
  baseUrl: string
  /** The header that carries the key, and what stands before the key in it; null: it takes no key. */
  key: { header: string; prefix: string } | null
  /** Whether the address is the kind's own: one of another kind that is given it becomes this kind. */
  ownsAddress: boolean
  /**
   * Hosts at which an answer goes on when we hang up and can be taken up again, which has them store it; besides them this computer. Other
   * hosts that speak the same wire are not made to store anything.
   */
  goesOnAt: RegExp | null
  /** There they go on only where the person asks for it: it takes another wire. */
  goesOnIfAsked?: true
  /** Whether its models read a PDF by themselves, where they see pictures. */
  readsPdf: boolean
  /** What recordings its wire takes, where the model hears: media types, as its reference has them. */
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

/** Whether answers of this provider can go on when we hang up. An address that is none: no. */
export function answersMayGoOn({ kind, baseUrl }: Place): boolean {
  const { goesOnAt } = factsOf(kind)
  if (goesOnAt === null || !URL.canParse(baseUrl)) return false
  const { hostname } = new URL(baseUrl)
  return isLoopback(hostname) || goesOnAt.test(hostname)
}

/** Whether they do, as the person wants it: none is stored against their will. */
export function answersGoOn({ advanced, ...place }: Asked): boolean {
  const wanted = factsOf(place.kind).goesOnIfAsked ? advanced?.stored === true : advanced?.unstored !== true
  return wanted && answersMayGoOn(place)
}

/** The kind that speaks best with an address: a general kind gives way to the one whose own address it is. */
export function kindFor(kind: ProviderKind, baseUrl: string): ProviderKind {
  if (factsOf(kind).ownsAddress) return kind
  return entries.find(([, facts]) => facts.ownsAddress && facts.baseUrl === baseUrl)?.[0] ?? kind
}
