import { CATALOGUE_DATE, CATALOGUE_SOURCE, describeModel, knownModelsAt } from '../../llm/catalogue.ts'
import { UNKNOWN } from '../../llm/model-facts.ts'
import type { ModelsView, ModelView, ProviderModels } from '../../protocol/models.ts'
import { isLocal } from '../../settings/place-of-host.ts'
import { DEMO_PROVIDER, overrideOf, type Provider } from '../../settings/provider.ts'
import type { Database } from '../../storage/schema.ts'
import { type Listed, readListedModels } from '../../storage/settings/listed-models.ts'
import { readProviders } from '../../storage/settings/settings.ts'
import { lacksAt } from '../policy/lacks.ts'
import { sensesAt } from '../policy/senses.ts'
import { listAgain, triedModels } from '../ports/list-models.ts'

/**
 * The models a person can choose from, of one provider or of all: the provider's own list if it has one, otherwise the
 * catalogue's models for its address; in both cases also the models that the person has set.
 */
export async function viewModels(db: Database, of: Provider | undefined, again: boolean): Promise<ModelsView> {
  const providers = of === undefined ? (await readProviders(db)).providers : [of]
  if (again) await Promise.all(providers.map(({ id }) => listAgain(db, id)))
  const shown = await Promise.all(
    providers.map(async (provider) =>
      viewOf(provider, (await readListedModels(db, provider)) ?? triedModels(provider)),
    ),
  )
  const demo = of === undefined ? [viewOf(DEMO_PROVIDER, null)] : []
  return { providers: [...shown, ...demo], catalogue: { date: CATALOGUE_DATE, source: CATALOGUE_SOURCE } }
}

function viewOf(provider: Provider, listed: Listed | null): ProviderModels {
  const named = new Map((listed?.models ?? []).map((model) => [model.id, model]))
  const offered = [...named.keys(), ...provider.models]
  const ids = new Set([provider.model, ...(offered.length > 0 ? offered : knownModelsAt(provider.baseUrl))])
  return {
    providerId: provider.id,
    label: provider.label,
    local: isLocal(provider.baseUrl),
    listedAt: named.size === 0 ? null : (listed?.at ?? null),
    models: [...ids].filter((id) => id !== NO_MODEL).map((id) => modelOf(provider, id, named.get(id))),
  }
}

/** Placeholder for the model in a form where none is chosen yet. */
const NO_MODEL = 'none'

/** The person's setting comes first, then the provider's list, then the catalogue. */
function modelOf(provider: Provider, id: string, listed: Listed['models'][number] | undefined): ModelView {
  const known = describeModel(provider, id)
  const isKnown = known !== UNKNOWN
  const told = overrideOf(provider, id)
  const images = listed?.images ?? known.images
  const senses = sensesAt(provider, id, { images, hears: listed?.hears ?? known.hears })
  const window =
    provider.windows !== undefined && Object.hasOwn(provider.windows, id) ? provider.windows[id] : undefined
  const sees = images !== null || told?.images !== undefined || provider.blind?.includes(id) ? senses.images : null
  const price = told?.price ?? listed?.price ?? known.price
  return {
    id,
    name: listed?.name ?? known.name,
    window: window?.size ?? listed?.contextWindow ?? known.contextWindow,
    maxOutput: told?.maxOutput ?? listed?.maxOutput ?? known.maxOutput,
    thinks: listed?.thinking ?? known.thinking,
    sees,
    reads: told?.pdf ?? (sees === null && !isKnown ? null : senses.pdf),
    hears: [...senses.sounds],
    acts: actsAt(provider, id, listed?.tools ?? known.tools),
    price: price === null ? null : { input: price.input, output: price.output },
  }
}

/** Whether the model takes tools. null: unknown. */
function actsAt(provider: Provider, id: string, known: boolean | null): boolean | null {
  if (lacksAt(provider, id, known).includes('tools')) return false
  return overrideOf(provider, id)?.tools ?? known
}
