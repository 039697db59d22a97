import * as z from 'zod/mini'
import type { Database } from '../schema.ts'

/**
 * A provider's latest answer about its models, kept beside its settings. An unreadable one counts as none: the provider
 * says it again.
 */

const dollars = z.number().check(z.nonnegative())
const ListedModel = z.object({
  id: z.string(),
  contextWindow: z.nullable(z.number()),
  maxOutput: z.nullable(z.number()),
  isOllama: z.optional(z.literal(true)),
  name: z.optional(z.string()),
  thinking: z.optional(z.boolean()),
  images: z.optional(z.boolean()),
  hears: z.optional(z.boolean()),
  tools: z.optional(z.boolean()),
  draws: z.optional(z.enum(['with-text', 'alone'])),
  /** US dollars per million tokens. */
  price: z.optional(
    z.object({ input: dollars, output: dollars, cacheRead: z.nullable(dollars), cacheWrite: z.nullable(dollars) }),
  ),
})
const Listed = z.object({
  baseUrl: z.string(),
  /** Wall time, ms. */
  at: z.number(),
  models: z.array(ListedModel),
})
export type Listed = z.infer<typeof Listed>

const MOST = 2000
const LISTED = 'listed-models:'
export const listedKey = (providerId: string): string => LISTED + providerId

/** null: nothing is known, or it is of another address. */
export async function readListedModels(
  db: Database,
  { id, baseUrl }: { id: string; baseUrl: string },
): Promise<Listed | null> {
  return parseListed(await db.get('settings', listedKey(id)), { baseUrl })
}

export function parseListed(row: { value: unknown } | undefined, { baseUrl }: { baseUrl: string }): Listed | null {
  const parsed = Listed.safeParse(row?.value)
  return parsed.success && parsed.data.baseUrl === baseUrl ? parsed.data : null
}

/** A provider's facts about one model; undefined: none. */
export const listedModel = async (
  db: Database,
  provider: { id: string; baseUrl: string },
  model: string,
): Promise<Listed['models'][number] | undefined> =>
  (await readListedModels(db, provider))?.models.find(({ id }) => id === model)

/** Whether a provider has answered as only Ollama does. */
export const wasOllama = (listed: Listed | null): boolean => listed?.models.some(({ isOllama }) => isOllama) === true

export async function saveListedModels(
  db: Database,
  { id, baseUrl }: { id: string; baseUrl: string },
  models: Listed['models'],
  at: number,
): Promise<void> {
  const value: Listed = { baseUrl, at, models: models.slice(0, MOST) }
  const transaction = db.transaction('settings', 'readwrite')
  const { store } = transaction
  const keys = await store.getAllKeys(IDBKeyRange.bound(LISTED, `${LISTED}\uffff`))
  // of a provider that was tried and never saved
  const left = keys.filter((key) => key !== listedKey(id))
  const saved = await Promise.all(left.map((key) => store.getKey(`provider:${key.slice(LISTED.length)}`)))
  await Promise.all([
    ...left.filter((_, n) => saved[n] === undefined).map((key) => store.delete(key)),
    store.put({ key: listedKey(id), value }),
    transaction.done,
  ])
}

export const deleteListedModels = (db: Database, providerId: string): Promise<void> =>
  db.delete('settings', listedKey(providerId))
