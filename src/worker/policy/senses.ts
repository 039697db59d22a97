import type { Senses } from '../../agent/brain-request.ts'
import type { Config } from '../../agent/config.ts'
import { describeModel } from '../../llm/catalogue.ts'
import { DEMO_PROVIDER, type Provider } from '../../settings/provider.ts'
import { factsOf } from '../../settings/provider-kinds.ts'
import type { Database } from '../../storage/schema.ts'
import { changeProvider, readProvider } from '../../storage/settings/settings.ts'

/** What a model takes besides text: the person's word first, then what it has refused, then the catalogue; one that nobody knows is tried. */

export async function sensesOf(db: Database, { providerId, model }: Config['model']): Promise<Senses> {
  const provider = providerId === DEMO_PROVIDER.id ? DEMO_PROVIDER : await readProvider(db, providerId)
  return provider === null ? { images: false, pdf: false } : sensesAt(provider, model)
}

export function sensesAt({ kind, overrides, blind }: Provider, model: string): Senses {
  if (kind === 'demo') return { images: false, pdf: false }
  const told = overrides !== undefined && Object.hasOwn(overrides, model) ? overrides[model] : undefined
  const images = told?.images ?? (blind?.includes(model) ? false : (describeModel(kind, model).images ?? true))
  return { images, pdf: told?.pdf ?? (images && factsOf(kind).readsPdf) }
}

/** A model has refused a picture: from now on it is told of them in words, in all sessions. */
export async function learnBlind(db: Database, { providerId, model }: Config['model']): Promise<void> {
  await changeProvider(db, providerId, (provider) =>
    provider.blind?.includes(model)
      ? provider
      : { ...provider, blind: [...(provider.blind ?? []), model].slice(-1000) },
  )
}
