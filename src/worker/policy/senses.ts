import type { Senses } from '../../agent/brain-request.ts'
import type { Config } from '../../agent/config.ts'
import type { ModelFacts } from '../../llm/model-facts.ts'
import { DEMO_PROVIDER, overrideOf, type Provider } from '../../settings/provider.ts'
import { factsOf } from '../../settings/provider-kinds.ts'
import type { Database } from '../../storage/schema.ts'
import { listedModel } from '../../storage/settings/listed-models.ts'
import { changeProvider, readProvider } from '../../storage/settings/settings.ts'
import { catalogueFacts } from './catalogue-facts.ts'

/**
 * What a model takes besides text: the person's word first, then what it has refused, then what its provider lists, then the catalogue; one
 * that nobody knows is tried.
 */
export async function sensesOf(db: Database, { providerId, model }: Config['model']): Promise<Senses> {
  if (providerId === DEMO_PROVIDER.id) return BLIND
  const provider = await readProvider(db, providerId)
  if (provider === null) return BLIND
  const [listed, known] = await Promise.all([listedModel(db, provider, model), catalogueFacts(provider, model)])
  return sensesAt(provider, model, { images: listed?.images ?? known?.images ?? null })
}

const BLIND: Senses = { images: false, pdf: false }

/** `known`: what the provider and the catalogue say. */
export function sensesAt(provider: Provider, model: string, known: Pick<ModelFacts, 'images'>): Senses {
  if (provider.kind === 'demo') return BLIND
  const told = overrideOf(provider, model)
  const images = told?.images ?? (provider.blind?.includes(model) ? false : (known.images ?? true))
  return { images, pdf: told?.pdf ?? (images && factsOf(provider.kind).readsPdf) }
}

/** A model has refused a picture: from now on it is told of them in words, in all sessions. */
export async function learnBlind(db: Database, { providerId, model }: Config['model']): Promise<void> {
  await changeProvider(db, providerId, (provider) =>
    provider.blind?.includes(model)
      ? provider
      : { ...provider, blind: [...(provider.blind ?? []), model].slice(-1000) },
  )
}
