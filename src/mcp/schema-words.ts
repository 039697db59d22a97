/** What may follow each keyword of JSON Schema, draft 2020-12. */

/** These are followed by one schema, a list of schemas, or schemas by name. */
export const ONE: ReadonlySet<string> = new Set([
  'items',
  'additionalProperties',
  'unevaluatedItems',
  'unevaluatedProperties',
  'contains',
  'contentSchema',
  'not',
  'if',
  'then',
  'else',
])
export const MANY: ReadonlySet<string> = new Set(['prefixItems', 'anyOf', 'oneOf', 'allOf'])
export const NAMED: ReadonlySet<string> = new Set(['properties', 'dependentSchemas'])

const TYPES = ['string', 'number', 'integer', 'boolean', 'object', 'array', 'null']

export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

type Check = (value: unknown) => boolean
const filledList: Check = (value) => Array.isArray(value) && value.length > 0
const typeName: Check = (value) => TYPES.includes(value as string)
const number: Check = (value) => typeof value === 'number'
const count: Check = (value) => Number.isInteger(value) && Number(value) >= 0
const of = (words: string, check: Check): [string, Check][] => words.split(' ').map((word) => [word, check])

const CHECKS: ReadonlyMap<string, Check> = new Map([
  ...of('type', (value) => typeName(value) || (filledList(value) && (value as unknown[]).every(typeName))),
  ...of('required examples', Array.isArray),
  ...of('enum', filledList),
  ...[...MANY].map((word): [string, Check] => [word, filledList]),
  ...[...NAMED].map((word): [string, Check] => [word, isObject]),
  ...of('minimum maximum exclusiveMinimum exclusiveMaximum', number),
  ...of('multipleOf', (value) => number(value) && Number(value) > 0),
  ...of('minLength maxLength minItems maxItems minContains maxContains minProperties maxProperties', count),
  ...of(
    'title description format contentEncoding contentMediaType $comment',
    (value): value is string => typeof value === 'string',
  ),
  ...of('uniqueItems readOnly writeOnly deprecated', (value) => typeof value === 'boolean'),
])

/**
 * Older drafts and handwritten schemas put other values behind some keywords, and for one of them a provider refuses
 * the whole request.
 */
export const fits = (word: string, value: unknown): boolean => CHECKS.get(word)?.(value) ?? true

/**
 * Tuples in the form of draft 2020-12, and `items` for every list: OpenAI wants a schema there, at least `{}`, beside
 * `prefixItems`, too.
 */
export function withItems(schema: Record<string, unknown>): Record<string, unknown> {
  const { additionalItems, items: said, prefixItems: first, ...others } = schema
  const isOld = Array.isArray(said)
  const prefixItems = isOld && !Array.isArray(first) ? said : first
  const items = isOld ? additionalItems : said
  const tuple = Array.isArray(prefixItems) ? { prefixItems } : {}
  const { type, maxItems } = schema
  if (items === false) {
    const most = Array.isArray(prefixItems) ? prefixItems.length : 0
    return { ...others, ...tuple, items: {}, maxItems: count(maxItems) ? Math.min(most, Number(maxItems)) : most }
  }
  const isList = type === 'array' || (Array.isArray(type) && type.includes('array'))
  if (items === undefined && !isList && !('prefixItems' in tuple)) return others
  return { ...others, ...tuple, items: items ?? {} }
}

/**
 * Adds the type `object` to properties: Gemini wants it, at least behind a gateway that translates schemas. Beside
 * `anyOf` and the like, the type may be in each of them.
 */
export function withKind<Schema extends Record<string, unknown>>(schema: Schema): Schema {
  const { type } = schema
  if (type === undefined) {
    const mayBeElsewhere = !('properties' in schema) || [...MANY].some((word) => word in schema)
    return mayBeElsewhere ? schema : { type: 'object', ...schema }
  }
  if (type === 'object' || (Array.isArray(type) && type.includes('object'))) return schema
  const kept = Object.entries(schema).filter(([word]) => !OF_OBJECTS.has(word))
  return Object.fromEntries(kept) as Schema
}
const OF_OBJECTS = new Set([
  'properties',
  'required',
  'additionalProperties',
  'unevaluatedProperties',
  'dependentSchemas',
])
