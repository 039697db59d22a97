import type { Place } from '../../llm/catalogue.ts'
import { DEMO_FACTS, type ModelFacts } from '../../llm/model-facts.ts'

/** In ms: how long work that must not wait for the network waits for the catalogue. */
const PATIENCE = 2_000

/**
 * The catalogue’s facts about a model. null: its code can’t be loaded now (no network, or the server has a newer
 * version), which says nothing about the model.
 */
export async function catalogueFacts(provider: Place, model: string): Promise<ModelFacts | null> {
  if (provider.kind === 'demo') return DEMO_FACTS
  const code = import('../../llm/catalogue.ts').catch(() => null)
  const late = new Promise<null>((resolve) => setTimeout(resolve, PATIENCE, null))
  return (await Promise.race([code, late]))?.describeModel(provider, model) ?? null
}
