/** The host's part of `inside/web.ts`. Untrusted code calls it, with strings only. */

const PARTS = [
  'origin',
  'href',
  'protocol',
  'username',
  'password',
  'host',
  'hostname',
  'port',
  'pathname',
  'search',
  'hash',
] as const
const SETTABLE: readonly string[] = PARTS.slice(1)

/** An address's parts as JSON, after setting one of them; '' if it is not an address. */
export function urlParts(address: string, base: string, part: string, value: string): string {
  if (!URL.canParse(address, base === '' ? undefined : base)) return ''
  const url = base === '' ? new URL(address) : new URL(address, base)
  if (part === 'href') return URL.canParse(value) ? urlParts(value, '', '', '') : ''
  if (SETTABLE.includes(part)) Reflect.set(url, part, value)
  return JSON.stringify(Object.fromEntries(PARTS.map((name) => [name, url[name]])))
}

export const queryPairs = (text: string): string => JSON.stringify([...new URLSearchParams(text)])
export const queryText = (pairs: string): string =>
  String(new URLSearchParams((JSON.parse(pairs) as unknown[][]).map(([key, value]) => [String(key), String(value)])))

type Answers = Record<string, (...args: unknown[]) => unknown>
type Kind = { new (locales: unknown, options: unknown): Answers; supportedLocalesOf: (locales: unknown) => string[] }

const KINDS = {
  Collator: Intl.Collator,
  NumberFormat: Intl.NumberFormat,
  DateTimeFormat: Intl.DateTimeFormat,
  PluralRules: Intl.PluralRules,
  ListFormat: Intl.ListFormat,
  RelativeTimeFormat: Intl.RelativeTimeFormat,
  DisplayNames: Intl.DisplayNames,
  Segmenter: Intl.Segmenter,
} as unknown as Record<string, Kind>
const METHODS = new Set([
  ...['compare', 'format', 'formatToParts', 'formatRange', 'select', 'of', 'segment', 'resolvedOptions'],
  'supportedLocalesOf',
])
/** Intl objects that are cached. */
const MOST = 50

/** Answers Intl calls, all as JSON. Throws what Intl throws. */
export function intlHost(): (kind: string, locales: string, options: string, method: string, args: string) => string {
  const made = new Map<string, Answers>()
  return (kind, locales, options, method, args) => {
    const parsed = (JSON.parse(args) as unknown[]).map(unwired)
    const [wanted, how] = [fromJson(locales), fromJson(options)] as [string | string[] | undefined, object | undefined]
    if (kind === '' && method === 'getCanonicalLocales') return JSON.stringify(Intl.getCanonicalLocales(wanted))
    if (kind === '' && method === 'supportedValuesOf')
      return JSON.stringify(Intl.supportedValuesOf(parsed[0] as 'currency'))
    const Kind = Object.hasOwn(KINDS, kind) ? KINDS[kind] : undefined
    if (Kind === undefined || !METHODS.has(method)) throw new TypeError(`Intl.${kind} has no ${method} here.`)
    if (method === 'supportedLocalesOf') return JSON.stringify(Kind.supportedLocalesOf(parsed[0]))
    const key = `${kind} ${locales} ${options}`
    const one = made.get(key) ?? new Kind(wanted, how)
    if (made.size >= MOST) made.clear()
    made.set(key, one)
    const answer = one[method]?.(...parsed)
    return JSON.stringify(method === 'segment' ? [...(answer as Iterable<object>)].map(plainSegment) : answer) ?? 'null'
  }
}

const plainSegment = (one: object): object => ({ ...one, input: undefined })
const fromJson = (text: string): unknown => (text === '' ? undefined : JSON.parse(text))
function unwired(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value ?? undefined
  if ('date' in value) return new Date(Number(value.date))
  return 'bigint' in value ? BigInt(String(value.bigint)) : value
}
