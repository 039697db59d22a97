import type { Config, ModelWindow } from '../../agent/config.ts'
import { describeModel } from '../../llm/catalogue.ts'
import type { Preferences } from '../../settings/preferences.ts'
import { DEMO_PROVIDER, type Provider } from '../../settings/provider.ts'
import type { Database } from '../../storage/schema.ts'
import { readListedModels } from '../../storage/settings/listed-models.ts'
import { changeProvider, readProvider } from '../../storage/settings/settings.ts'

/** What is known of a model's window, and from where: the person's word first, then what a provider said, then the catalogue. */

/** Where nobody says: what nearly every model of today takes. */
const ASSUMED = 32_000

export async function windowOf(db: Database, { providerId, model }: Config['model']): Promise<ModelWindow> {
  const provider = providerId === DEMO_PROVIDER.id ? DEMO_PROVIDER : await readProvider(db, providerId)
  const { contextWindow, maxOutput } =
    provider === null ? { contextWindow: null, maxOutput: null } : describeModel(provider.kind, model)
  const told =
    provider?.windows !== undefined && Object.hasOwn(provider.windows, model) ? provider.windows[model] : undefined
  const listed = provider === null ? undefined : await listedModel(db, provider, model)
  const output = listed?.maxOutput ?? maxOutput
  const said = listed?.contextWindow ?? null
  // what it refused counts before what it says
  if (told !== undefined && (told.by === 'person' || said === null || told.size <= said))
    return { ...told, maxOutput: output }
  if (said !== null) return { size: said, maxOutput: output, by: 'provider' }
  return contextWindow === null
    ? { size: ASSUMED, maxOutput: output, by: 'assumed' }
    : { size: contextWindow, maxOutput: output, by: 'catalogue' }
}

const listedModel = async (db: Database, provider: Provider, model: string) =>
  (await readListedModels(db, provider))?.models.find(({ id }) => id === model)

/** What brings a session's window and threshold up to date before a run; null: nothing has changed. */
export async function windowChanges(
  db: Database,
  { model, window, compressAt }: Config,
  preferences: Preferences,
): Promise<Pick<Config, 'window' | 'compressAt'> | null> {
  const fresh = await windowOf(db, model)
  const same =
    window !== undefined && window.size === fresh.size && window.maxOutput === fresh.maxOutput && window.by === fresh.by
  // a smaller one that this session has learned is not forgotten for a guess
  const kept =
    same ||
    (window?.by === 'learned' && (fresh.by === 'assumed' || fresh.by === 'catalogue') && window.size < fresh.size)
  if (kept && compressAt !== undefined) return null
  return { window: kept ? window : fresh, compressAt: compressAt === undefined ? preferences.compressAt : compressAt }
}

/** A refusal has named the window: it counts for all sessions with this model from now on. The person's own word stays. */
export async function learnWindow(db: Database, { providerId, model }: Config['model'], size: number): Promise<void> {
  await changeProvider(db, providerId, (provider) =>
    provider.windows?.[model]?.by === 'person'
      ? provider
      : { ...provider, windows: { ...provider.windows, [model]: { size, by: 'learned' } } },
  )
}
