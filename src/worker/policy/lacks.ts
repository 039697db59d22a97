import type { Config } from '../../agent/config.ts'
import { lacksOf, overrideOf, type Provider } from '../../settings/provider.ts'
import type { Database } from '../../storage/schema.ts'
import { changeProvider } from '../../storage/settings/settings.ts'

/**
 * Features that are not sent to a model. For tools the person’s setting comes first, then the model’s refusals, then
 * its provider’s list, then the catalogue (`tools`; null: neither says).
 */
export function lacksAt(provider: Provider, model: string, tools: boolean | null): readonly string[] {
  const learned = lacksOf(provider, model)
  const told = overrideOf(provider, model)?.tools
  const rest = learned.filter((lack) => lack !== 'tools')
  const takesTools = told ?? (learned.includes('tools') ? false : (tools ?? true))
  return takesTools ? rest : ['tools', ...rest]
}

/** A model refused something and answered without it: from now on it is left out in all sessions. */
export async function learnLack(
  db: Database,
  { providerId, model }: Pick<Config['model'], 'providerId' | 'model'>,
  lack: string,
): Promise<void> {
  await changeProvider(db, providerId, (provider) => {
    const known = lacksOf(provider, model)
    if (known.includes(lack) || lack.length > 200) return provider
    return { ...provider, lacks: { ...provider.lacks, [model]: [...known, lack].slice(-40) } }
  })
}
