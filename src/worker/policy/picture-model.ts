import type { Config } from '../../agent/config.ts'
import { isImageModel } from '../../llm/image-models.ts'
import type { Preferences } from '../../settings/preferences.ts'
import type { Provider } from '../../settings/provider.ts'
import type { Database } from '../../storage/schema.ts'
import { type Listed, readListedModels } from '../../storage/settings/listed-models.ts'
import { readProvider } from '../../storage/settings/settings.ts'

/** Which model makes pictures for a session. */

type Choice = NonNullable<Config['pictures']>

/** The update of a session’s picture model before a run; null: nothing has changed. */
export async function pictureChanges(
  db: Database,
  { model, pictures = null }: Pick<Config, 'model' | 'pictures'>,
  { pictureModel }: Pick<Preferences, 'pictureModel'>,
): Promise<Pick<Config, 'pictures'> | null> {
  const chosen = pictureModel ?? (await listedAt(db, model.providerId))
  const exists = chosen !== null && (await readProvider(db, chosen.providerId)) !== null
  const fresh = exists ? { providerId: chosen.providerId, model: chosen.model } : null
  const same = fresh?.providerId === pictures?.providerId && fresh?.model === pictures?.model
  return same ? null : { pictures: fresh }
}

async function listedAt(db: Database, providerId: string): Promise<Choice | null> {
  const provider = await readProvider(db, providerId)
  const models = provider === null ? [] : ((await readListedModels(db, provider))?.models ?? [])
  const model = provider === null ? null : pictureModelIn(provider.kind, models)
  return model === null ? null : { providerId, model }
}

/**
 * The model that a provider’s list suggests for pictures; null: it lists none. Newest first, and no cheaper or dearer
 * sister of a model.
 */
export function pictureModelIn(kind: Provider['kind'], models: Listed['models']): string | null {
  const drawing = models.filter((one) => one.draws !== undefined || DRAWS[kind]?.test(one.id) === true)
  return drawing.map(({ id }) => id).sort(byRank)[0] ?? null
}

/** By name, at providers whose lists do not say what a model makes. */
const DRAWS: Partial<Record<Provider['kind'], RegExp>> = {
  openai: /^(gpt-image|chatgpt-image)/,
  google: /-image(-|$)/,
}

/** Gemini’s and OpenAI’s first, of which a picture costs a few cents. */
const USUAL = /gemini-[\d.]+-flash-image|^gpt-image-[\d.]+$/
const rankOf = (id: string): number => (USUAL.test(id) ? 2 : isImageModel(id) || /image/.test(id) ? 1 : 0)
const versionOf = (id: string): number => Number(/\d+(?:\.\d+)?/.exec(id)?.[0] ?? 0)
const byRank = (a: string, b: string): number =>
  rankOf(b) - rankOf(a) || versionOf(b) - versionOf(a) || a.length - b.length || (a < b ? -1 : 1)
