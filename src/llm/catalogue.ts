import type { ProviderKind } from '../settings/provider-kind.ts'
import data from './catalogue.json'
import { DEMO_FACTS, type ModelFacts, type Price, UNKNOWN } from './model-facts.ts'

/**
 * Public facts about the models of well-known hosts. catalogue.json is made by test/support/make-catalogue.mjs and
 * loaded with an adapter or with the list of models, never at first.
 */

/**
 * `abilities`: h thinks, i sees pictures, a hears recordings, t calls tools. Prices: input, output, cache read, cache
 * write, and the same above a number of tokens.
 */
type Row = [
  id: string,
  name: string,
  contextWindow: number,
  maxOutput: number | null,
  abilities: string,
  price: (number | null)[] | null,
]
const HOSTS = new Map(Object.entries(data.hosts as unknown as Record<string, Row[]>))

/** Date of the data, as in 2026-09-23, and their source. */
export const CATALOGUE_DATE: string = data.date
export const CATALOGUE_SOURCE: string = data.source

/** Where a model is requested. */
export type Place = { kind: ProviderKind; baseUrl: string }

/** Hosts of model makers: a model of the same name elsewhere is assumed to be like theirs. */
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
 * Facts about a model, all null if unknown (most local models). The host's own row comes first. If the host has none,
 * the maker's row is used: a vendor prefix (`anthropic/claude-…`) is ignored, and so is a date or `-latest` at the end;
 * a related model with another name never counts. Prices come only from the host's own row: the maker's price says
 * nothing about another host's, least of all about the person's own computer.
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

/** Ids of the known models of a host; empty for an unknown host. */
export const knownModelsAt = (baseUrl: string): string[] => (HOSTS.get(hostOf(baseUrl)) ?? []).map(([id]) => id)

type Index = { exact: Map<string, Row>; plain: Map<string, Row> }
const indexes = new Map<string, Index>()

function indexOf(host: string): Index {
  const made = indexes.get(host)
  if (made !== undefined) return made
  const rows = HOSTS.get(host) ?? []
  const index: Index = { exact: new Map(rows.map((row) => [row[0], row])), plain: new Map() }
  // the plain name means the newest dated name, unless it has its own row
  for (const row of rows) if (row[0] !== undated(row[0])) index.plain.set(plainName(row[0]), row)
  for (const row of rows) if (row[0] === undated(row[0])) index.plain.set(plainName(row[0]), row)
  indexes.set(host, index)
  return index
}

const undated = (id: string): string => id.replace(/[-@](\d{8}|\d{4}-\d{2}-\d{2}|latest)$/, '')
/** Some hosts write the dots of a version as dashes. */
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
