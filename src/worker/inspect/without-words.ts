/**
 * Plain data without content: numbers, places and the machine’s own names stay; every other text is replaced by its
 * length.
 */
export function withoutWords(value: unknown, key = ''): unknown {
  if (typeof value === 'string')
    return isName(key, value) || STAMP.test(value) || EFFECT.test(value) ? value : `[${value.length} characters]`
  if (Array.isArray(value)) return value.map((each) => withoutWords(each, key))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, inner], place) => [
      // names given by people, models or servers (paths, arguments) are content as well
      KEY.test(name) ? name : `[name ${place}]`,
      withoutWords(inner, name),
    ]),
  )
}

/** Fields whose text is one of a few words of the machine’s own. */
const NAMES: ReadonlySet<string> = new Set([
  'type',
  'kind',
  'status',
  'role',
  'delivery',
  'stopReason',
  'decision',
  'scope',
  'choice',
  'limit',
  'repeat',
  'shape',
  'thinking',
  'by',
  'model',
])
const isName = (key: string, value: string): boolean => NAMES.has(key) && value.length <= 80
/** Stamps of the machine (`12.0.3`), and its names of effects. */
const STAMP = /^(\d+(\.\d+){0,2})?$/
const EFFECT = /^(ask-brain|compress-history|request-toolkit|wait|name-session)(-[\d.]+){0,2}$/
/** Names of fields in our schemas. */
const KEY = /^[a-z][A-Za-z]{0,30}$/
