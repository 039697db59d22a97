type Json = null | boolean | number | string | Json[] | { [key: string]: Json }
export type JsonObject = { [key: string]: Json }

/** Values in a schema, and levels of it: beyond, it says nothing any more. */
const MAX_VALUES = 3000
const MAX_DEPTH = 24
const MAX_TEXT = 2000
/** A regular expression from outside could keep the worker busy for ever. The others make a schema say more than its tree. */
const DROPPED = new Set(['pattern', 'patternProperties', '$schema', '$id', '$anchor', '$dynamicAnchor', '$dynamicRef'])
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
/** Providers refuse other names of arguments. */
const ARGUMENT = /^[A-Za-z0-9_.-]{1,64}$/

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/**
 * A remote tool's schema as a tree of bounded size, for models and for the check of arguments: references are written out (where one
 * leads into itself, anything is allowed), regular expressions are left out, the top is an object. null: it was too large, so that
 * arguments cannot be checked here.
 */
export function safeSchema(schema: unknown): JsonObject | null {
  if (!isObject(schema)) return { type: 'object' }
  let values = 0
  const copy = (value: unknown, depth: number, within: readonly string[], isSchema: boolean): Json => {
    if (++values > MAX_VALUES || depth > MAX_DEPTH) throw new TooLarge()
    if (Array.isArray(value)) return value.map((item) => copy(item, depth + 1, within, isSchema))
    if (!isObject(value)) return plain(value)
    const reference = isSchema ? value['$ref'] : undefined
    if (typeof reference === 'string') {
      const target = within.includes(reference) ? undefined : lookUp(schema, reference)
      return isObject(target) ? copy(target, depth + 1, [...within, reference], true) : {}
    }
    const made: JsonObject = {}
    for (const [key, item] of Object.entries(value)) {
      if (key === '__proto__' || (isSchema && (DROPPED.has(key) || key === '$defs' || key === 'definitions'))) continue
      // below `properties` the keys are names of arguments, below these others there are values
      const inner = isSchema ? !['properties', 'enum', 'const', 'default', 'examples'].includes(key) : false
      made[key] =
        isSchema && key === 'properties' && isObject(item)
          ? properties(item, depth, within)
          : copy(item, depth + 1, within, inner)
    }
    return made
  }
  const properties = (named: Record<string, unknown>, depth: number, within: readonly string[]): JsonObject =>
    Object.fromEntries(
      Object.entries(named)
        .filter(([name]) => ARGUMENT.test(name) && name !== '__proto__')
        .map(([name, item]) => [name, copy(item, depth + 2, within, true)]),
    )
  try {
    const top = Object.fromEntries(Object.entries(schema).filter(([key]) => !NOT_AT_TOP.has(key)))
    return { ...(copy(top, 0, [], true) as JsonObject), type: 'object' }
  } catch (error) {
    if (error instanceof TooLarge) return null
    throw error
  }
}

class TooLarge extends Error {}

const plain = (value: unknown): Json => {
  if (typeof value === 'string') return value.length > MAX_TEXT ? `${value.slice(0, MAX_TEXT)}…` : value
  return typeof value === 'number' || typeof value === 'boolean' ? value : null
}

/** What a local reference names; others lead nowhere. */
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
