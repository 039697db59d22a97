import type { JsonObject } from './safe-schema.ts'
import { isObject, MANY, NAMED, ONE } from './schema-words.ts'

/** Safe names for arguments such as `$filter`: a provider that refuses one name refuses the whole request. */

/** Names that Anthropic takes. */
const ACCEPTED = /^[A-Za-z0-9_.-]{1,64}$/
const LONGEST = 60

export type AcceptedNames = {
  /** For models, with names that every provider takes. */
  schema: JsonObject
  /**
   * Arguments with the server's own names, as far as the schema knows them. The same object if there is nothing to
   * change.
   */
  toServer: (args: Record<string, unknown>) => Record<string, unknown>
}

/**
 * `safe`: from `safeSchema`, with the server's own names. One name always has the same replacement, wherever in the
 * schema it is.
 */
export function withAcceptedNames(safe: JsonObject): AcceptedNames {
  const aliases = aliasesOf(safe)
  if (aliases.size === 0) return { schema: safe, toServer: (args) => args }
  const originals = new Map([...aliases].map(([name, alias]) => [alias, name]))
  return { schema: renamed(safe, aliases), toServer: (args) => restored(args, [safe], originals) as typeof args }
}

function aliasesOf(safe: JsonObject): Map<string, string> {
  const all = new Set<string>()
  collect(safe, all)
  const aliases = new Map<string, string>()
  const taken = new Set([...all].filter((name) => ACCEPTED.test(name)))
  for (const name of all) {
    if (ACCEPTED.test(name)) continue
    const words = name.replace(/[^A-Za-z0-9_.-]+/g, '_').replace(/^_+|_+$/g, '')
    const wish = words.slice(0, LONGEST) || 'argument'
    let alias = wish
    for (let n = 2; taken.has(alias); n++) alias = `${wish.slice(0, LONGEST - 5)}_${n}`
    taken.add(alias)
    aliases.set(name, alias)
  }
  return aliases
}

function collect(schema: unknown, names: Set<string>): void {
  if (!isObject(schema)) return
  for (const [word, value] of Object.entries(schema)) {
    if (ONE.has(word)) collect(value, names)
    else if (MANY.has(word)) for (const one of value as unknown[]) collect(one, names)
    else if (NAMED.has(word))
      for (const [name, one] of Object.entries(value as object)) {
        names.add(name)
        collect(one, names)
      }
  }
}

function renamed(schema: JsonObject, aliases: ReadonlyMap<string, string>): JsonObject {
  const inner = (value: unknown): JsonObject =>
    (isObject(value) ? renamed(value as JsonObject, aliases) : value) as never
  const named = (word: string, name: string, value: unknown): [string, JsonObject] => {
    const alias = aliases.get(name)
    if (alias === undefined) return [name, inner(value)]
    return [alias, word === 'properties' ? withName(inner(value), name) : inner(value)]
  }
  const change = (word: string, value: JsonObject[string]): JsonObject[string] => {
    if (ONE.has(word)) return inner(value)
    if (MANY.has(word)) return (value as unknown[]).map(inner)
    if (NAMED.has(word))
      return Object.fromEntries(Object.entries(value as object).map(([name, one]) => named(word, name, one)))
    if (word === 'required' && Array.isArray(value)) return value.map((name) => aliases.get(name as string) ?? name)
    return value
  }
  return Object.fromEntries(Object.entries(schema).map(([word, value]) => [word, change(word, value as never)]))
}

/** The text of a tool, and of the server's answers, uses the server's own name. */
function withName(schema: JsonObject, name: string): JsonObject {
  const words = `(The server calls it ${JSON.stringify(name)}.)`
  const { description } = schema
  return { ...schema, description: typeof description === 'string' ? `${description} ${words}` : words }
}

/** `schemas`: those that may describe this value. A value without a schema stays as it is. */
function restored(value: unknown, schemas: readonly JsonObject[], originals: ReadonlyMap<string, string>): unknown {
  const speaking = schemas.flatMap(withForms)
  if (speaking.length === 0 || typeof value !== 'object' || value === null) return value
  const from = (word: string): JsonObject[] => speaking.map((schema) => schema[word]).filter(isObject) as JsonObject[]
  if (Array.isArray(value)) {
    const rest = [...from('items'), ...from('contains'), ...from('unevaluatedItems')]
    const first = speaking.map(({ prefixItems }) => prefixItems).filter(Array.isArray)
    const items = value.map((item, at) => {
      const placed = first.map((schemas) => schemas[at]).filter(isObject) as JsonObject[]
      return restored(item, placed.length > 0 ? placed : rest, originals)
    })
    return items.some((item, at) => item !== value[at]) ? items : value
  }
  const of = (name: string): JsonObject[] =>
    from('properties')
      .filter((properties) => Object.hasOwn(properties, name))
      .map((properties) => properties[name] as JsonObject)
  const rest = [...from('additionalProperties'), ...from('unevaluatedProperties')]
  let isSame = true
  const entries = Object.entries(value).map(([key, item]) => {
    const original = originals.get(key)
    // An argument that is also given under its own name is a problem for the model: it is not overwritten.
    const isAlias = original !== undefined && of(original).length > 0 && !Object.hasOwn(value, original)
    const name = isAlias ? original : key
    const known = of(name)
    const made = restored(item, known.length > 0 ? known : rest, originals)
    if (name !== key || made !== item) isSame = false
    return [name, made] as const
  })
  return isSame ? value : Object.fromEntries(entries)
}

/** A schema, and the schemas inside it that describe the same value. */
function withForms(schema: JsonObject): JsonObject[] {
  const { anyOf, oneOf, allOf, if: first, then, else: other, dependentSchemas } = schema
  const lists = [anyOf, oneOf, allOf].flatMap((list) => (Array.isArray(list) ? list : []))
  const named = isObject(dependentSchemas) ? Object.values(dependentSchemas) : []
  const within = [...lists, first, then, other, ...named].filter(isObject) as JsonObject[]
  return [schema, ...within.flatMap(withForms)]
}
