import type { ProviderKind } from '../settings/provider-kinds.ts'
import { CATALOGUE, type CatalogueRow } from './catalogue-data.ts'
import type { Usage } from './port.ts'

/** US dollars per million tokens. */
export type Price = { input: number; output: number; cacheRead: number | null; cacheWrite: number | null }
/** Tokens. null: not known (for a price also: not one number). `thinking`: whether the model can think; `images`: whether it sees. */
export type ModelFacts = {
  contextWindow: number | null
  maxOutput: number | null
  thinking: boolean | null
  images: boolean | null
  price: Price | null
}

const UNKNOWN: ModelFacts = { contextWindow: null, maxOutput: null, thinking: null, images: null, price: null }
const FREE: Price = { input: 0, output: 0, cacheRead: 0, cacheWrite: 0 }
const DEMO: ModelFacts = { contextWindow: 1_000_000, maxOutput: 4096, thinking: true, images: false, price: FREE }

/**
 * What is known of a model, all null when nothing is (most local models). A vendor in front (`anthropic/claude-…`) is ignored; so is a date
 * or `-latest` behind.
 */
export function describeModel(kind: ProviderKind, id: string): ModelFacts {
  if (kind === 'demo') return DEMO
  const name = id.slice(id.lastIndexOf('/') + 1)
  const row = CATALOGUE.find(({ ids }) => ids.some((known) => isSame(name, known)))
  return row === undefined ? UNKNOWN : factsOf(row)
}

function isSame(name: string, known: string): boolean {
  return name.startsWith(known) && /^$|^[-@](\d{8}|\d{4}-\d{2}-\d{2}|latest)$/.test(name.slice(known.length))
}

function factsOf({ contextWindow, maxOutput, thinking, images = true, price }: CatalogueRow): ModelFacts {
  if (price === null) return { contextWindow, maxOutput, thinking, images, price }
  const [input, output, cacheRead, cacheWrite] = price
  return { contextWindow, maxOutput, thinking, images, price: { input, output, cacheRead, cacheWrite } }
}

/** US dollars for one answer; null when the price is not known. Cache prices that are not known count as plain input. */
export function costOf(usage: Usage, price: Price | null): number | null {
  if (price === null) return null
  const plain = Math.max(0, usage.input - usage.cacheRead - usage.cacheWrite)
  const dollars =
    plain * price.input +
    usage.cacheRead * (price.cacheRead ?? price.input) +
    usage.cacheWrite * (price.cacheWrite ?? price.input) +
    usage.output * price.output
  return dollars / 1_000_000
}
