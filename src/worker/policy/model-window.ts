import type { Config, ModelWindow } from '../../agent/config.ts'
import type { Preferences } from '../../settings/preferences.ts'
import { DEMO_PROVIDER, overrideOf } from '../../settings/provider.ts'
import type { Database } from '../../storage/schema.ts'
import { listedModel } from '../../storage/settings/listed-models.ts'
import { changeProvider, readProvider } from '../../storage/settings/settings.ts'
import { catalogueFacts } from './catalogue-facts.ts'

/**
 * The known size of a model’s window, and its source: the person’s setting first, then the provider’s report, then the
 * catalogue.
 */

/** If nobody says: nearly every current model takes this much. */
const ASSUMED = 32_000

/** null: unknown, and the catalogue can’t be read now. */
export async function windowOf(db: Database, { providerId, model }: Config['model']): Promise<ModelWindow | null> {
  const provider = providerId === DEMO_PROVIDER.id ? DEMO_PROVIDER : await readProvider(db, providerId)
  if (provider === null) return { size: ASSUMED, maxOutput: null, by: 'assumed' }
  const told =
    provider.windows !== undefined && Object.hasOwn(provider.windows, model) ? provider.windows[model] : undefined
  const [listed, known] = await Promise.all([listedModel(db, provider, model), catalogueFacts(provider, model)])
  const output = overrideOf(provider, model)?.maxOutput ?? listed?.maxOutput ?? known?.maxOutput ?? null
  const said = listed?.contextWindow ?? null
  // a size learned from a refusal comes before the reported size
  if (told !== undefined && (told.by === 'person' || said === null || told.size <= said))
    return { ...told, maxOutput: output }
  if (said !== null) return { size: said, maxOutput: output, by: 'provider' }
  if (known === null) return null
  return known.contextWindow === null
    ? { size: ASSUMED, maxOutput: output, by: 'assumed' }
    : { size: known.contextWindow, maxOutput: output, by: 'catalogue' }
}

/** The update of a session’s window and threshold before a run; null: nothing has changed. */
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

/** A guess does not replace a smaller size that this session has learned. */
const isKept = (window: Config['window'], { size, by }: ModelWindow): boolean =>
  window?.by === 'learned' && (by === 'assumed' || by === 'catalogue') && window.size < size

/**
 * A refusal named the window: that size applies to all sessions with this model from now on. The person’s own setting
 * stays.
 */
export async function learnWindow(db: Database, { providerId, model }: Config['model'], size: number): Promise<void> {
  await changeProvider(db, providerId, (provider) =>
    provider.windows?.[model]?.by === 'person'
      ? provider
      : { ...provider, windows: { ...provider.windows, [model]: { size, by: 'learned' } } },
  )
}
