import type { Config, ModelWindow } from '../../agent/config.ts'
import type { Preferences } from '../../settings/preferences.ts'
import { DEMO_PROVIDER, overrideOf } from '../../settings/provider.ts'
import type { Database } from '../../storage/schema.ts'
import { listedModel } from '../../storage/settings/listed-models.ts'
import { changeProvider, readProvider } from '../../storage/settings/settings.ts'
import { catalogueFacts } from './catalogue-facts.ts'

/**
 * What is known of a model's window, and from where: the person's word first, then what a provider said, then the
 * catalogue.
 */

/** Where nobody says: what nearly every model of today takes. */
const ASSUMED = 32_000

/** null: the catalogue cannot be asked now, and nobody else says. */
export async function windowOf(db: Database, { providerId, model }: Config['model']): Promise<ModelWindow | null> {
  const provider = providerId === DEMO_PROVIDER.id ? DEMO_PROVIDER : await readProvider(db, providerId)
  if (provider === null) return { size: ASSUMED, maxOutput: null, by: 'assumed' }
  const told =
    provider.windows !== undefined && Object.hasOwn(provider.windows, model) ? provider.windows[model] : undefined
  const [listed, known] = await Promise.all([listedModel(db, provider, model), catalogueFacts(provider, model)])
  const output = overrideOf(provider, model)?.maxOutput ?? listed?.maxOutput ?? known?.maxOutput ?? null
  const said = listed?.contextWindow ?? null
  // what it refused counts before what it says
  if (told !== undefined && (told.by === 'person' || said === null || told.size <= said))
    return { ...told, maxOutput: output }
  if (said !== null) return { size: said, maxOutput: output, by: 'provider' }
  if (known === null) return null
  return known.contextWindow === null
    ? { size: ASSUMED, maxOutput: output, by: 'assumed' }
    : { size: known.contextWindow, maxOutput: output, by: 'catalogue' }
}

/** What brings a session's window and threshold up to date before a run; null: nothing has changed. */
export async function windowChanges(
  db: Database,
  { model, window, compressAt }: Config,
  preferences: Preferences,
): Promise<Pick<Config, 'window' | 'compressAt'> | null> {
  const fresh = await windowOf(db, model)
  const kept = fresh === null || isSame(window, fresh) || isKept(window, fresh)
  if (kept && compressAt !== undefined) return null
  const threshold = { compressAt: compressAt === undefined ? preferences.compressAt : compressAt }
  const now = kept ? window : fresh
  return now === undefined ? threshold : { window: now, ...threshold }
}

const isSame = (window: Config['window'], { size, maxOutput, by }: ModelWindow): boolean =>
  window?.size === size && window.maxOutput === maxOutput && window.by === by

/** A smaller one that this session has learned is not forgotten for a guess. */
const isKept = (window: Config['window'], { size, by }: ModelWindow): boolean =>
  window?.by === 'learned' && (by === 'assumed' || by === 'catalogue') && window.size < size

/**
 * A refusal has named the window: it counts for all sessions with this model from now on. The person's own word stays.
 */
export async function learnWindow(db: Database, { providerId, model }: Config['model'], size: number): Promise<void> {
  await changeProvider(db, providerId, (provider) =>
    provider.windows?.[model]?.by === 'person'
      ? provider
      : { ...provider, windows: { ...provider.windows, [model]: { size, by: 'learned' } } },
  )
}
