import * as z from 'zod/mini'
import { Advanced } from '../../../settings/advanced.ts'
import { parseBaseUrl } from '../../../settings/base-url.ts'
import { isLoopback } from '../../../settings/loopback.ts'
import { DEMO_PROVIDER, Provider } from '../../../settings/provider.ts'
import type { LocalProvider } from '../../../storage/settings/lent-providers.ts'

/** What one device lends to the others: its providers with their keys, in one sealed object that it alone writes. */

const MOST = 50
const Lent = z.object({
  format: z.literal(1),
  turn: z.int().check(z.nonnegative()),
  by: z.string().check(z.maxLength(100)),
  /** Each is parsed by itself: one of a kind that only a newer version knows keeps no other back. */
  providers: z
    .array(z.object({ provider: z.unknown(), key: z.string().check(z.maxLength(4096)) }))
    .check(z.maxLength(MOST)),
})

type Borrowable = { provider: Provider; key: string; as: string }
/** `items`: by the id of the provider. */
export type LentBy = { turn: number; by: string; items: ReadonlyMap<string, Borrowable> }

/** The providers here that other devices can use: not those on this computer, and none whose key cannot be read. */
export function contentOf(own: readonly LocalProvider[], by: string): string {
  const providers = own.flatMap(({ provider, key }) => {
    if (key === null || !travels(provider)) return []
    const { id, kind, label, baseUrl, model, models, overrides, advanced } = provider
    return [{ provider: { id, kind, label, baseUrl, model, models: models.slice(0, 300), overrides, advanced }, key }]
  })
  return JSON.stringify({ by: by.slice(0, 100), providers: providers.slice(0, MOST) })
}

export const encodeLent = (content: string, turn: number): Uint8Array<ArrayBuffer> =>
  new TextEncoder().encode(JSON.stringify({ format: 1, turn, ...JSON.parse(content) }))

/** null: it is none that can be read. */
export function decodeLent(bytes: Uint8Array<ArrayBuffer>): LentBy | null {
  let value: unknown
  try {
    value = JSON.parse(new TextDecoder().decode(bytes))
  } catch {
    return null
  }
  const parsed = Lent.safeParse(value)
  if (!parsed.success) return null
  const { turn, by, providers } = parsed.data
  const items = providers.flatMap(({ provider, key }) => {
    const read = Provider.safeParse({ ...Object(provider), createdAt: 0 })
    if (!read.success || !travels(read.data) || !isAskable(read.data)) return []
    return [[read.data.id, { provider: read.data, key, as: asOf(read.data, key) }] as const]
  })
  return { turn, by, items: new Map(items) }
}

/** What decides how a provider is asked; its name, and which model is chosen, are each device's own. */
export const asOf = ({ kind, baseUrl, advanced }: Provider, key: string | null): string =>
  JSON.stringify([kind, baseUrl, advanced ?? null, key])

const isAskable = ({ advanced }: Provider): boolean => advanced === undefined || Advanced.safeParse(advanced).success

function travels({ id, kind, baseUrl }: Provider): boolean {
  if (kind === 'demo' || id === DEMO_PROVIDER.id || parseBaseUrl(baseUrl) !== baseUrl) return false
  return !isLoopback(new URL(baseUrl).hostname)
}
