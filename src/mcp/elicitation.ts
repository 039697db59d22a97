/** A server's question to the person, from its own words: bounded, and none of them trusted. */

type Value = string | number | boolean | string[]
type Field = {
  name: string
  label: string
  hint: string
  required: boolean
  kind: 'text' | 'number' | 'integer' | 'switch' | 'choice' | 'choices'
  format?: 'email' | 'uri' | 'date' | 'date-time'
  least?: number
  most?: number
  options?: { value: string; label: string }[]
  initial?: Value
}
export type Asked = {
  about: 'form' | 'address'
  text: string
  /** It asks for a password, a key or the like, which the standard forbids in a form. */
  asksForSecret: boolean
  address?: string
  fields: Field[]
}

const MOST_FIELDS = 20
const MOST_OPTIONS = 100
const LONGEST_TEXT = 4000
const LONGEST_LABEL = 200
const LONGEST_HINT = 500
const LONGEST_VALUE = 300

type Loose = Record<string, unknown>
const isLoose = (value: unknown): value is Loose => typeof value === 'object' && value !== null && !Array.isArray(value)
const words = (value: unknown, most: number): string => (typeof value === 'string' ? value.slice(0, most) : '')
const number = (value: unknown): number | undefined =>
  typeof value === 'number' && Number.isFinite(value) ? value : undefined

/** What `elicitation/create` asks. Throws a sentence for the server if it cannot be asked. */
export function readElicitation(params: unknown): Asked {
  if (!isLoose(params)) throw new Error('The question has no parameters.')
  const text = words(params['message'], LONGEST_TEXT)
  if (params['mode'] === 'url') return readAddress(text, params['url'])
  const schema = params['requestedSchema']
  const properties = isLoose(schema) && isLoose(schema['properties']) ? Object.entries(schema['properties']) : []
  if (properties.length > MOST_FIELDS) throw new Error(`A form has at most ${MOST_FIELDS} fields.`)
  const required = isLoose(schema) && Array.isArray(schema['required']) ? schema['required'] : []
  const fields = properties.flatMap(([name, property]) => {
    const field = readField(name, property, required.includes(name))
    if (field === null && required.includes(name))
      throw new Error(`The field ${JSON.stringify(name.slice(0, 100))} cannot be shown.`)
    return field ?? []
  })
  return { about: 'form', text, asksForSecret: isSecret(text) || fields.some(asks), fields }
}

function readAddress(text: string, given: unknown): Asked {
  const address = words(given, 2049)
  const url = URL.canParse(address) ? new URL(address) : null
  if (url === null || url.protocol !== 'https:' || address.length > 2048 || url.username !== '' || url.password !== '')
    throw new Error('The address must begin with https:// and hold no login.')
  return { about: 'address', text, asksForSecret: false, address: url.href, fields: [] }
}

/** null: a kind that cannot be shown. Only the parts that are named here are read, however deep the rest is. */
function readField(name: string, property: unknown, required: boolean): Field | null {
  if (!isLoose(property) || name === '' || name.length > 128 || name === '__proto__') return null
  const { type } = property
  const field = {
    ...{ name, label: words(property['title'], LONGEST_LABEL) || name, required },
    hint: words(property['description'], LONGEST_HINT),
  }
  if (type === 'boolean') {
    const initial = property['default']
    return { ...field, kind: 'switch', ...(typeof initial === 'boolean' && { initial }) }
  }
  if (type === 'number' || type === 'integer') {
    const bounds = boundsOf(property['minimum'], property['maximum'])
    const initial = number(property['default'])
    return { ...field, kind: type, ...bounds, ...(initial !== undefined && { initial }) }
  }
  if (type === 'array') {
    const options = optionsOf(property['items'])
    if (options === null) return null
    const known = options.map(({ value }) => value)
    const given = property['default']
    const initial = Array.isArray(given) ? given.filter((each): each is string => known.includes(each as string)) : []
    const bounds = boundsOf(property['minItems'], property['maxItems'])
    return { ...field, kind: 'choices', options, ...bounds, ...(initial.length > 0 && { initial }) }
  }
  if (type !== 'string') return null
  const options = optionsOf(property)
  const initial = property['default']
  if (options !== null) {
    const isKnown = options.some(({ value }) => value === initial)
    return { ...field, kind: 'choice', options, ...(isKnown && { initial: String(initial) }) }
  }
  if (['enum', 'oneOf', 'anyOf'].some((word) => word in property)) return null
  const { format } = property
  const isKnown = format === 'email' || format === 'uri' || format === 'date' || format === 'date-time'
  return {
    ...{ ...field, kind: 'text', ...boundsOf(property['minLength'], property['maxLength']) },
    ...(isKnown && { format }),
    ...(typeof initial === 'string' && { initial: initial.slice(0, LONGEST_TEXT) }),
  }
}

const boundsOf = (least: unknown, most: unknown): Pick<Field, 'least' | 'most'> => {
  const [from, to] = [number(least), number(most)]
  return { ...(from !== undefined && { least: from }), ...(to !== undefined && { most: to }) }
}

/** null: no options, or some that cannot be shown. */
function optionsOf(schema: unknown): { value: string; label: string }[] | null {
  if (!isLoose(schema)) return null
  const titled = [schema['oneOf'], schema['anyOf']].find(Array.isArray)
  const names = Array.isArray(schema['enumNames']) ? schema['enumNames'] : []
  const given: [unknown, unknown][] = Array.isArray(schema['enum'])
    ? schema['enum'].slice(0, MOST_OPTIONS + 1).map((value, place) => [value, names[place]])
    : (titled ?? [])
        .slice(0, MOST_OPTIONS + 1)
        .map((one) => (isLoose(one) ? [one['const'], one['title']] : [null, null]))
  if (given.length === 0 || given.length > MOST_OPTIONS) return null
  const options = given.map(([value, title]) => ({
    value: typeof value === 'string' ? value : '',
    label: words(title, LONGEST_LABEL) || words(value, LONGEST_LABEL),
  }))
  const isUsable = options.every(({ value }) => value !== '' && value.length <= LONGEST_VALUE)
  return isUsable && new Set(options.map(({ value }) => value)).size === options.length ? options : null
}

const SECRET =
  /pass\s*-?\s*(?:word|phrase|code)|api[\s_-]*key|secret|\btokens?\b|access[\s_-]*key|private[\s_-]*key|seed[\s_-]*phrase|recovery[\s_-]*(?:code|phrase)|credential|\bpin\b|\botp\b|\bcvv\b|\bcvc\b|card[\s_-]*number|密码|口令|密钥|令牌|助记词|验证码|卡号/i
/** As a person reads it: look-alikes and signs between letters do not hide the word. */
const isSecret = (text: string): boolean => SECRET.test(text.normalize('NFKC').replace(/[\p{Cf}\p{M}]/gu, ''))
const asks = ({ name, label, hint }: Field): boolean =>
  [name.replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2'), name, label, hint].some(isSecret)

/** The answer in the server's words. */
export const replyOf = (
  { about }: { about: string },
  {
    action,
    values,
  }: { action: 'accept' | 'decline' | 'cancel'; values: Readonly<Record<string, Value | readonly string[]>> },
): { action: 'accept' | 'decline' | 'cancel'; content?: Record<string, Value> } => {
  if (action !== 'accept' || about !== 'form') return { action }
  return { action, content: { ...values } as Record<string, Value> }
}

/** The server refuses a call until the person has been to an address. It has done nothing. */
export class AddressWanted extends Error {
  override name = 'AddressWanted'
  readonly asked: Asked
  constructor(asked: Asked) {
    super('The server wants you to open an address first.')
    this.asked = asked
  }
}

const ADDRESS_WANTED = -32042

/** null: another error, or an address that cannot be shown. */
export function addressWantedBy(error: unknown): AddressWanted | null {
  const cause: unknown = error instanceof Error ? error.cause : undefined
  if (!isLoose(cause) || cause['code'] !== ADDRESS_WANTED || !isLoose(cause['data'])) return null
  const { elicitations } = cause['data']
  const [first]: unknown[] = Array.isArray(elicitations) ? elicitations : []
  try {
    return isLoose(first) ? new AddressWanted(readElicitation({ ...first, mode: 'url' })) : null
  } catch {
    return null
  }
}
