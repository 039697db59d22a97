import type { ListedModel } from './adapter.ts'
import type { Price } from './model-facts.ts'

type Facts = Omit<ListedModel, 'id' | 'contextWindow' | 'maxOutput'>

/**
 * Facts about a model in a provider's list, without its limits. OpenRouter and its imitators (`architecture`,
 * `supported_parameters`, `pricing` in dollars per token, as text), Mistral and GitHub (`capabilities`), LM Studio
 * (`type`), Anthropic and Google (a name).
 */
export function listedFacts(model: Record<string, unknown>): Facts {
  const { architecture, supported_parameters: parameters, capabilities, type, pricing } = model
  const senses = isRecord(architecture) ? architecture['input_modalities'] : undefined
  const makes = isRecord(architecture) ? architecture['output_modalities'] : undefined
  const able = isRecord(capabilities) ? capabilities : {}
  const facts: Facts = {
    name: nameOf(model),
    images: Array.isArray(senses) ? senses.includes('image') : (flag(able['vision']) ?? (type === 'vlm' || undefined)),
    hears: Array.isArray(senses) ? senses.includes('audio') : undefined,
    draws:
      Array.isArray(makes) && makes.includes('image') ? (makes.includes('text') ? 'with-text' : 'alone') : undefined,
    tools: Array.isArray(parameters) ? parameters.includes('tools') : flag(able['function_calling']),
    thinking: Array.isArray(parameters) ? parameters.includes('reasoning') : flag(able['reasoning']),
    price: isRecord(pricing) ? priceOf(pricing) : undefined,
  }
  return Object.fromEntries(Object.entries(facts).filter(([, fact]) => fact !== undefined))
}

function nameOf({ id, name, display_name, displayName }: Record<string, unknown>): string | undefined {
  const said = [display_name, displayName, name].find((text) => typeof text === 'string' && text.trim() !== '')
  if (typeof said !== 'string' || said === id || id === undefined) return undefined
  return said.trim().slice(0, 120)
}

const flag = (value: unknown): boolean | undefined => (typeof value === 'boolean' ? value : undefined)

/** undefined: variable (a negative price, as for a router), or not a number. */
function priceOf(pricing: Record<string, unknown>): Price | undefined {
  const [input, output] = [perMillion(pricing['prompt']), perMillion(pricing['completion'])]
  if (input === null || output === null) return undefined
  return {
    input,
    output,
    cacheRead: perMillion(pricing['input_cache_read']) || null,
    cacheWrite: perMillion(pricing['input_cache_write']) || null,
  }
}

function perMillion(text: unknown): number | null {
  const dollars = typeof text === 'string' && text.trim() !== '' ? Number(text) : Number.NaN
  return dollars >= 0 && dollars <= 0.1 ? Math.round(dollars * 1e12) / 1e6 : null
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
