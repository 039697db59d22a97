import type { Place } from '../../llm/catalogue.ts'
import { DEMO_FACTS, type ModelFacts } from '../../llm/model-facts.ts'

/** Work that must not wait for the network waits no longer for the catalogue. In ms. */
const PATIENCE = 2_000

/**
 * What the catalogue knows of a model. null: its code does not come now (the network is away, or a newer version stands
 * on the server), which says nothing of the model.
 */
export async function catalogueFacts(provider: Place, model: string): Promise<ModelFacts | null> {
  if (provider.kind === 'demo') return DEMO_FACTS
  const code = import('../../llm/catalogue.ts').catch(() => null)
  const late = new Promise<null>((resolve) => setTimeout(resolve, PATIENCE, null))
  return (await Promise.race([code, late]))?.describeModel(provider, model) ?? null
}
