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
 * The kinds of content a model takes besides text: the person’s setting first, then the model’s refusals, then its
 * provider’s list, then the catalogue. An unknown kind is tried.
 */
export async function sensesOf(db: Database, { providerId, model }: Config['model']): Promise<Senses> {
  if (providerId === DEMO_PROVIDER.id) return BLIND
  const provider = await readProvider(db, providerId)
  if (provider === null) return BLIND
  const [listed, known] = await Promise.all([listedModel(db, provider, model), catalogueFacts(provider, model)])
  const heard = { images: listed?.images ?? known?.images ?? null, hears: listed?.hears ?? known?.hears ?? null }
  return sensesAt(provider, model, heard)
}

const BLIND: Senses = { images: false, pdf: false, sounds: [] }

/**
 * `known`: the facts of provider and catalogue. Audio is sent only to models known to take it, since most do not; all
 * Gemini models do.
 */
export function sensesAt(provider: Provider, model: string, known: Pick<ModelFacts, 'images' | 'hears'>): Senses {
  const { kind, blind, deaf } = provider
  if (kind === 'demo') return BLIND
  const told = overrideOf(provider, model)
  const { readsPdf, sounds } = factsOf(kind)
  const images = told?.images ?? (blind?.includes(model) ? false : (known.images ?? true))
  const hears = told?.sound ?? (deaf?.includes(model) ? false : (known.hears ?? kind === 'google'))
  return { images, pdf: told?.pdf ?? (images && readsPdf), sounds: hears ? sounds : [] }
}

/** A model refused an image or a recording: from now on it gets a description instead, in all sessions. */
export async function learnMissing(
  db: Database,
  { providerId, model }: Config['model'],
  lack: 'blind' | 'deaf',
): Promise<void> {
  await changeProvider(db, providerId, (provider) =>
    provider[lack]?.includes(model)
      ? provider
      : { ...provider, [lack]: [...(provider[lack] ?? []), model].slice(-1000) },
  )
}
