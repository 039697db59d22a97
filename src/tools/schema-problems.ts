import type { OutputUnit, Schema } from '@cfworker/json-schema'
import { Validator } from '@cfworker/json-schema'
import type { JsonSchema } from './json-schema.ts'
import { quote } from './workspace/path.ts'

/** Problems reported at once: enough to fix them all, too few to fill the context. */
const MAX_PROBLEMS = 8
/** Keywords that only say that something below them failed. */
const WRAPPERS = new Set([
  'properties',
  'patternProperties',
  'additionalProperties',
  'items',
  'prefixItems',
  'allOf',
  '$ref',
  'dependentSchemas',
])

/** Most characters of arguments for `uniqueItems` (compares each item with each) and for reporting all problems. */
const MAX_COMPARED = 10_000

/** Most values in arguments: each takes a few microseconds, and nothing else runs meanwhile. */
const MAX_VALUES = 250_000

const validators = new WeakMap<JsonSchema, Validator>()
const quickValidators = new WeakMap<JsonSchema, Validator>()

/** `isLong`: for long arguments. Stops at the first problem and skips `uniqueItems`. */
function validatorOf(schema: JsonSchema, isLong: boolean): Validator {
  const made = isLong ? quickValidators : validators
  const known = made.get(schema)
  if (known) return known
  const validator = new Validator((isLong ? withoutComparing(schema) : schema) as Schema, '2020-12', isLong)
  made.set(schema, validator)
  return validator
}

/** Removes `uniqueItems` where it is a keyword; an argument of that name stays. */
function withoutComparing(schema: unknown, isNames = false): unknown {
  if (Array.isArray(schema)) return schema.map((item) => withoutComparing(item))
  if (typeof schema !== 'object' || schema === null) return schema
  const kept = Object.entries(schema).filter(([key]) => isNames || key !== 'uniqueItems')
  return Object.fromEntries(
    kept.map(([key, item]) => {
      const isValue = !isNames && (key === 'enum' || key === 'const')
      return [key, isValue ? item : withoutComparing(item, !isNames && key === 'properties')]
    }),
  )
}

/**
 * Number of values, and about the number of characters of the JSON. Stops when there are too many values. Walks any
 * depth; a cycle is walked once.
 */
function sizeOf(value: unknown): { values: number; characters: number } {
  const waiting = [value]
  const seen = new Set<object>()
  let values = 0
  let characters = 0
  while (waiting.length > 0 && values <= MAX_VALUES) {
    const next = waiting.pop()
    characters += typeof next === 'string' ? next.length + 3 : 3
    if (typeof next !== 'object' || next === null || seen.has(next)) continue
    seen.add(next)
    const inner = Array.isArray(next) ? next : Object.values(next)
    values += inner.length
    for (const item of inner) waiting.push(item)
  }
  return { values, characters }
}

/** "#/a~1b/0" -> "/a/b/0"; for the whole value: "the arguments". */
function placeOf({ instanceLocation }: OutputUnit): string {
  const pointer = instanceLocation.slice(1)
  if (pointer === '') return 'the arguments'
  const readable = decodeURIComponent(pointer).replaceAll('~1', '/').replaceAll('~0', '~')
  return readable.length > 100 ? `${readable.slice(0, 100)}…` : readable
}

function sentenceOf(unit: OutputUnit): string {
  const { keyword, error } = unit
  const place = placeOf(unit)
  if (keyword === 'false') return `${place}: there is no such field`
  if (keyword === 'required')
    return `${place === 'the arguments' ? '' : place}/${/"(.*)"/.exec(error)?.[1] ?? ''}: is required`
  if (keyword === 'type') {
    const [, is, wanted] = /"(.*?)" is invalid. Expected (.*)\./.exec(error) ?? []
    return `${place}: must be ${(wanted ?? 'of another type').replaceAll('"', '')}, not ${is ?? 'this'}`
  }
  if (keyword === 'enum') return `${place}: must be one of ${error.slice(error.indexOf('['), -1)}`
  return `${place}: ${error.charAt(0).toLowerCase()}${error.slice(1).replace(/\.$/, '')}`
}

/**
 * What is wrong with a value, each as "/field: reason", at most eight; none if it fits. Interprets the schema, so it
 * works without `eval`. Never throws: a schema that cannot be applied is itself the problem.
 */
export function schemaProblems(schema: JsonSchema, value: unknown): string[] {
  try {
    const { values, characters } = sizeOf(value)
    if (values > MAX_VALUES) return [`they have more than ${MAX_VALUES} values`]
    const { valid, errors } = validatorOf(schema, characters > MAX_COMPARED).validate(value)
    if (valid) return []
    const leaves = errors.filter(({ keyword }) => !WRAPPERS.has(keyword))
    const sentences = [...new Set((leaves.length > 0 ? leaves : errors).map(sentenceOf))]
    const more = sentences.length - MAX_PROBLEMS
    return more > 0 ? [...sentences.slice(0, MAX_PROBLEMS), `and ${more} more`] : sentences
  } catch (error) {
    return [`the arguments could not be checked: ${quote(error instanceof Error ? error.message : String(error))}`]
  }
}
