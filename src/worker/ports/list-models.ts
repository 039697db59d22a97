import type { ListedModel } from '../../llm/adapter.ts'
import { isLocal } from '../../settings/place-of-host.ts'
import type { Provider } from '../../settings/provider.ts'
import type { Database } from '../../storage/schema.ts'
import { type Listed, readListedModels, saveListedModels } from '../../storage/settings/listed-models.ts'
import { readProvider } from '../../storage/settings/settings.ts'
import type { OpenProvider } from './connect.ts'

/** What a provider says of its models, asked for and kept. */

/** How long it is believed, in ms: a server of one's own may be started with another window at any time. */
const freshFor = (baseUrl: string): number => (isLocal(baseUrl) ? 60_000 : FRESH)
const FRESH = 6 * 60 * 60 * 1000
/** Milliseconds until a provider without an answer or a list is asked again. */
const AGAIN = 15 * 60 * 1000
const DEADLINE = 30_000

/** The models of the last tested, unsaved provider: a test leaves nothing on disk. */
let tried: { id: string; baseUrl: string; models: ListedModel[] } | null = null

/** What a provider that is not saved has said last; null: nothing. */
export const triedModels = ({ id, baseUrl }: Provider): Listed | null =>
  tried?.id === id && tried.baseUrl === baseUrl ? { baseUrl, at: Date.now(), models: tried.models } : null

/** Of a provider that has just been saved. */
export async function keepTried(db: Database, { id, baseUrl }: Provider): Promise<void> {
  if (tried?.id === id && tried.baseUrl === baseUrl) await saveListedModels(db, tried, tried.models, Date.now())
  tried = null
}

/** null: providers of this kind have no list. Rejects with an Error whose `cause` is an LlmError. */
export async function askForModels(
  db: Database,
  provider: Provider,
  { adapter, options, cleanName }: Pick<OpenProvider, 'adapter' | 'options' | 'cleanName'>,
  signal: AbortSignal = AbortSignal.timeout(DEADLINE),
): Promise<ListedModel[] | null> {
  const { listModels } = await adapter
  if (listModels === undefined) return null
  const models = (await listModels(options, signal)).map((model) => ({ ...model, id: cleanName(model.id) }))
  const saved = await readProvider(db, provider.id)
  if (saved?.baseUrl === provider.baseUrl) await saveListedModels(db, provider, models, Date.now())
  else tried = { id: provider.id, baseUrl: provider.baseUrl, models }
  return models
}

/**
 * Refreshes a provider's list unless it was refreshed lately. Without an answer the known list stays; the following
 * request reports the error. Rejects as storage does.
 */
export async function listAgain(db: Database, providerId: string): Promise<void> {
  const provider = await readProvider(db, providerId)
  if (provider === null) return
  const listed = await readListedModels(db, provider)
  if (listed !== null && Date.now() - listed.at < freshFor(provider.baseUrl)) return
  try {
    const { openProvider } = await import('./connect.ts')
    await askForModels(db, provider, await openProvider(db, provider, undefined))
  } catch {
    await saveListedModels(db, provider, listed?.models ?? [], Date.now() - FRESH + AGAIN)
  }
}
