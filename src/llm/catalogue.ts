import type { ProviderKind } from '../settings/provider-kind.ts'
import data from './catalogue.json'
import { DEMO_FACTS, type ModelFacts, type Price, UNKNOWN } from './model-facts.ts'

/**
 * What is publicly known of the models of well-known hosts. catalogue.json is made by test/support/make-catalogue.mjs and loaded with an
 * adapter or with the list of models, never at first.
 */

/** `abilities`: h thinks, i sees pictures, a hears recordings, t calls tools. Prices: input, output, cache read, cache write, and the same above so many tokens. */
type Row = [
  id: string,
  name: string,
  contextWindow: number,
  maxOutput: number | null,
  abilities: string,
  price: (number | null)[] | null,
]
const HOSTS = new Map(Object.entries(data.hosts as unknown as Record<string, Row[]>))

/** The day of the data, as in 2026-09-23, and where they are from. */
export const CATALOGUE_DATE: string = data.date
export const CATALOGUE_SOURCE: string = data.source

/** Where a model is asked. */
export type Place = { kind: ProviderKind; baseUrl: string }

/** Hosts of those who make models: what is asked elsewhere under their names is like theirs. */
const MAKERS = [
  'api.openai.com',
  'api.anthropic.com',
  'generativelanguage.googleapis.com',
  'api.deepseek.com',
  'api.moonshot.ai',
  'api.z.ai',
  'api.x.ai',
  'api.mistral.ai',
  'dashscope-intl.aliyuncs.com',
]

/**
 * What is known of a model, all null when nothing is (most local models). The host's own row counts first. Of a model that the host's rows
 * lack, and at a host that has none, the maker's row is taken: a vendor in front (`anthropic/claude-…`) is ignored, and so is a date or
 * `-latest` behind; never that of a relative with another name. A price is the host's own word alone: what a maker takes for its model says
 * nothing of what somebody else takes who serves it, and least of all of one's own computer.
 */
export function describeModel(place: Place, id: string): ModelFacts {
  if (place.kind === 'demo') return DEMO_FACTS
  const host = hostOf(place.baseUrl)
  const own = indexOf(host).exact.get(id) ?? indexOf(host).plain.get(plainName(id))
  if (own !== undefined) return factsOf(own)
  const name = id.slice(id.lastIndexOf('/') + 1)
  for (const maker of MAKERS) {
    const { exact, plain } = indexOf(maker)
    const row = exact.get(name) ?? plain.get(plainName(name))
    if (row !== undefined) return { ...factsOf(row), price: null }
  }
  return UNKNOWN
}

/** Ids of the models that are known at a host; none where it is not. */
export const knownModelsAt = (baseUrl: string): string[] => (HOSTS.get(hostOf(baseUrl)) ?? []).map(([id]) => id)

type Index = { exact: Map<string, Row>; plain: Map<string, Row> }
const indexes = new Map<string, Index>()

function indexOf(host: string): Index {
  const made = indexes.get(host)
  if (made !== undefined) return made
  const rows = HOSTS.get(host) ?? []
  const index: Index = { exact: new Map(rows.map((row) => [row[0], row])), plain: new Map() }
  // the newest of a model's dated names stands for its plain one, unless that has a row itself
  for (const row of rows) if (row[0] !== undated(row[0])) index.plain.set(plainName(row[0]), row)
  for (const row of rows) if (row[0] === undated(row[0])) index.plain.set(plainName(row[0]), row)
  indexes.set(host, index)
  return index
}

const undated = (id: string): string => id.replace(/[-@](\d{8}|\d{4}-\d{2}-\d{2}|latest)$/, '')
/** Some write the dots of a version as dashes. */
const plainName = (id: string): string => undated(id.toLowerCase()).replaceAll('.', '-')

function hostOf(baseUrl: string): string {
  return URL.canParse(baseUrl) ? new URL(baseUrl).hostname : ''
}

function factsOf([, name, contextWindow, maxOutput, abilities, price]: Row): ModelFacts {
  return {
    name: name === '' ? null : name,
    contextWindow,
    maxOutput,
    thinking: abilities.includes('h'),
    images: abilities.includes('i'),
    hears: abilities.includes('a'),
    tools: abilities.includes('t'),
    price: price === null ? null : priceOf(price),
  }
}

function priceOf(numbers: (number | null)[]): Price {
  const [tokens] = numbers.slice(4)
  const rates = ratesOf(numbers)
  return tokens === undefined || tokens === null ? rates : { ...rates, above: { tokens, ...ratesOf(numbers.slice(5)) } }
}

const ratesOf = ([input, output, cacheRead, cacheWrite]: (number | null)[]): Omit<Price, 'above'> => ({
  input: input ?? 0,
  output: output ?? 0,
  cacheRead: cacheRead ?? null,
  cacheWrite: cacheWrite ?? null,
})
