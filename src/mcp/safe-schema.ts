import { fits, isObject, MANY, NAMED, ONE, withItems, withKind } from './schema-words.ts'

type Json = null | boolean | number | string | Json[] | { [key: string]: Json }
export type JsonObject = { [key: string]: Json }

/** Most values in a schema, and most levels of it. Deeper parts allow anything. */
const MAX_VALUES = 3000
const MAX_DEPTH = 24
const MAX_TEXT = 2000
/**
 * Left out. A regular expression from outside could keep the worker busy for ever. Words with `$` make a schema say
 * more than its tree. The last three concern names, which models get in another form (`argument-names.ts`), and OpenAI
 * refuses the last.
 */
const DROPPED = new Set([
  'pattern',
  'patternProperties',
  '$schema',
  '$id',
  '$anchor',
  '$dynamicAnchor',
  '$dynamicRef',
  '$defs',
  'definitions',
  'dependencies',
  'dependentRequired',
  'propertyNames',
])
/** Providers refuse these at the top. */
const NOT_AT_TOP = new Set([
  'anyOf',
  'oneOf',
  'allOf',
  'not',
  'if',
  'then',
  'else',
  '$ref',
  '$defs',
  'definitions',
  'enum',
  'const',
])
/** Most characters of an argument's name. */
const MAX_NAME = 200

/**
 * A remote tool's schema as a tree of bounded size, for models and for checking arguments. References are written out
 * (a reference into itself allows anything), regular expressions are left out, the top is an object with `properties`,
 * and all of it is draft 2020-12: a provider that dislikes one schema refuses the whole request. null: it was too
 * large, so arguments cannot be checked here. Safe parts stay as they are.
 */
export function safeSchema(schema: unknown): JsonObject | null {
  if (!isObject(schema)) return { ...NO_ARGUMENTS }
  let values = 0
  const count = (depth: number): void => {
    if (++values > MAX_VALUES || depth > MAX_DEPTH) throw new TooLarge()
  }
  const data = (value: unknown, depth: number): Json => {
    count(depth)
    if (Array.isArray(value)) return value.map((item) => data(item, depth + 1))
    if (!isObject(value)) return plain(value)
    const entries = Object.entries(value).filter(([key]) => key !== '__proto__')
    return Object.fromEntries(entries.map(([key, item]) => [key, data(item, depth + 1)]))
  }
  const tree = (value: unknown, depth: number, within: readonly string[]): JsonObject => {
    count(depth)
    if (!isObject(value)) return value === false ? { not: {} } : {}
    const reference = value['$ref']
    if (typeof reference === 'string') {
      const target = within.includes(reference) ? undefined : lookUp(schema, reference)
      return isObject(target) ? tree(target, depth + 1, [...within, reference]) : {}
    }
    const made: JsonObject = {}
    for (const [key, item] of Object.entries(withItems(value))) {
      if (key === '__proto__' || DROPPED.has(key) || !fits(key, item)) continue
      if (MANY.has(key)) made[key] = (item as unknown[]).map((one) => tree(one, depth + 2, within))
      else if (NAMED.has(key)) made[key] = named(item as Record<string, unknown>, depth, within)
      else if (ONE.has(key) && (typeof item !== 'boolean' || key === 'items')) made[key] = tree(item, depth + 1, within)
      else made[key] = data(item, depth + 1)
    }
    return withRequired(withKind(made))
  }
  const named = (schemas: Record<string, unknown>, depth: number, within: readonly string[]): JsonObject =>
    Object.fromEntries(
      Object.entries(schemas)
        .filter(([name]) => isName(name))
        .map(([name, item]) => [name, tree(item, depth + 2, within)]),
    )
  try {
    const top = Object.fromEntries(Object.entries(schema).filter(([key]) => !NOT_AT_TOP.has(key)))
    return { ...NO_ARGUMENTS, ...tree({ ...top, type: 'object' }, 0, []) }
  } catch (error) {
    if (error instanceof TooLarge) return null
    throw error
  }
}

/** Schema of a tool without arguments, or of one that cannot be described. OpenAI refuses a bare object. */
export const NO_ARGUMENTS: JsonObject = { type: 'object', properties: {} }

const isName = (name: string): boolean => name !== '' && name.length <= MAX_NAME && name !== '__proto__'

/** Without the names that were left out: nobody could give them. */
function withRequired({ required, ...made }: JsonObject): JsonObject {
  if (!Array.isArray(required)) return made
  const { properties } = made
  const isKnown = (name: Json): boolean =>
    typeof name === 'string' && isName(name) && (!isObject(properties) || Object.hasOwn(properties, name))
  const left = required.filter(isKnown)
  return left.length === 0 ? made : { ...made, required: left }
}

class TooLarge extends Error {}

const plain = (value: unknown): Json => {
  if (typeof value === 'string') return value.length > MAX_TEXT ? `${value.slice(0, MAX_TEXT)}…` : value
  return typeof value === 'number' || typeof value === 'boolean' ? value : null
}

/** The target of a local reference; other references lead nowhere. */
function lookUp(root: Record<string, unknown>, reference: string): unknown {
  if (!reference.startsWith('#')) return undefined
  let at: unknown = root
  for (const part of reference.slice(1).split('/').slice(1)) {
    const key = part.replaceAll('~1', '/').replaceAll('~0', '~')
    if (typeof at !== 'object' || at === null || !Object.hasOwn(at, key)) return undefined
    at = (at as Record<string, unknown>)[key]
  }
  return at
}
