import { withoutCachePoints } from './chat-cache.ts'
import { isRecord } from './is-record.ts'

/**
 * What a model, or the server before it, does not accept, by its own word. `tools`, `system` (a prompt of that role),
 * `thinking`; `forgotten` (a conversation without its earlier thinking); `field:NAME`: a member of the body;
 * `within:NAME`: a member of its messages and tools; `rename:OLD>NEW`.
 */
export type Lack = string

type Body = Record<string, unknown>

/** Words of a refusal. */
const NOT_TAKEN =
  /\b(not|never|cannot|can't|only|no longer|no)\b|n't\b|unsupported|un(recogni[sz]ed|known|expected|available)|invalid|extra (inputs|fields|arguments)|additional propert|deprecated|forbidden|requires? --|must alternate|不支持|未知|无效/i

const TOOLS =
  /\b(tools?|functions?)([ _-]?(call(ing|s)?|use|usage|choice))?\b.{0,60}\b(not|n't|un)\s?-?(be )?(support|enabled|available|allowed|implemented|accept)|(not|n't|cannot|un)\s?-?(support|enabled|use|accept)\w* .{0,24}\b(tools?\b|functions?[ _-]call)|no endpoints found that support tool|--enable-auto-tool-choice|tools? param requires --jinja|不支持.{0,8}(工具|函数调用|tool|function)/i
const SYSTEM =
  /\b(system|developer)\b[^.]{0,40}(role|messages?|instructions?|prompts?)?[^.]{0,60}\b(not|n't|un)\s?-?(be )?(support|enabled|allowed|accept|permitted|available)|(not|n't|un)\s?-?(support|accept|expect|known|recogni[sz]ed)\w* [^.]{0,40}\b['"`]?(system|developer)['"`]?[^.]{0,12}\b(role|messages?|prompts?|instructions?)|(unexpected|invalid|unknown|unsupported) [^.]{0,20}role[^.]{0,12}['"`]?(system|developer)|role\b[^.]{0,30}support\w* ['"`]?(system|developer)|only user(,| and) (assistant|model) roles|roles? must alternate user|不支持.{0,8}(system|系统)/i
const THINKING =
  /\b(thinking|reasoning)\b[^.]{0,40}\b(not|n't|un)\s?-?(be )?(support|enabled|available|allowed)|(not|n't|un)\s?-?support\w* [^.]{0,24}\b(thinking|reasoning)\b|不支持.{0,6}思考/i

/** DeepSeek and Kimi, behind any gateway: the thinking before each call must be sent back, in later questions, too. */
const FORGOTTEN = /\breasoning_content\b.{0,60}\b(must|missing|required|be passed back|needs? to be)\b/i

const WHOLE_TEXT = /\bcontent\b.{0,80}\b(be|expected?|only|as) (an? )?(valid )?(string|str|text)\b/is

/** Characters of a refusal that are examined. */
const LONGEST = 8000

/** Fields that every request needs. */
const NEEDED = new Set([
  'model',
  'messages',
  'input',
  'contents',
  'stream',
  'tools',
  'system',
  'instructions',
  'systemInstruction',
])
const THINKING_FIELDS = [
  'reasoning_effort',
  'reasoning',
  'thinking',
  'enable_thinking',
  'thinking_budget',
  'output_config',
]
/** Members that we add to messages and tools, and that may be left out. */
const WITHIN = ['reasoning_content', 'reasoning_details', 'extra_content', 'cache_control', 'strict']
/** Alternative names, if a refusal does not give the right one. */
const ALSO: Readonly<Record<string, string>> = {
  max_tokens: 'max_completion_tokens',
  max_completion_tokens: 'max_tokens',
}

/** The part of this body that a refusal rejects; null: it names nothing that can be left out. */
export function lackIn(words: string, body: Body): Lack | null {
  const said = words.slice(0, LONGEST)
  // a mark is in a part of a text, and some servers accept only undivided text
  if (WHOLE_TEXT.test(said) && holds(body['messages'], 'cache_control')) return 'within:cache_control'
  if (FORGOTTEN.test(said) && Array.isArray(body['messages'])) return 'forgotten'
  if (!NOT_TAKEN.test(said)) return null
  const field = fieldIn(said, body)
  if (field !== null) return field
  if (hasTools(body) && TOOLS.test(said)) return 'tools'
  if (hasSystem(body) && SYSTEM.test(said)) return 'system'
  return thinkingIn(body).length > 0 && THINKING.test(said) ? 'thinking' : null
}

function fieldIn(said: string, body: Body): Lack | null {
  const named = new Set(
    [
      ...said.matchAll(
        /\b[a-z][a-z0-9]*(?:[_A-Z][a-z0-9]+)+|(?<=[`'".])[a-z]\w*(?=[`'":. ]|$)|\btemperature\b|\bseed\b/g,
      ),
    ].map(([word]) => plain(word)),
  )
  const within = WITHIN.find((name) => named.has(plain(name)) && holds(body, name))
  const own = fieldsOf(body).filter((path) => named.has(plain(path.split('.').at(-1) ?? '')))
  // the first name is the refused one
  const first = own.sort((a, b) => placeOf(said, a) - placeOf(said, b))[0]
  if (first === undefined) return within === undefined ? null : `within:${within}`
  const name = first.split('.').at(-1) ?? first
  const instead = /\buse:? [`'"]?([a-z][\w]*)[`'"]? instead/i.exec(said)?.[1] ?? insteadOf(name, said)
  const isNew = instead !== undefined && instead !== name && !(instead in body) && /^\w+$/.test(instead)
  return isNew && !isRecord(body[name]) && !first.includes('.') ? `rename:${name}>${instead}` : `field:${first}`
}

const insteadOf = (name: string, said: string): string | undefined => {
  const other = ALSO[name]
  return other !== undefined && said.includes(other) ? other : undefined
}

/** Members that may be left out; for Google's `generationConfig` the members in it. */
function fieldsOf(body: Body): string[] {
  return Object.entries(body).flatMap(([name, value]) => {
    if (NEEDED.has(name)) return []
    return name === 'generationConfig' && isRecord(value)
      ? Object.keys(value).map((inner) => `${name}.${inner}`)
      : [name]
  })
}

const plain = (name: string): string => name.replaceAll('_', '').toLowerCase()
const placeOf = (said: string, path: string): number => {
  const name = path.split('.').at(-1) ?? path
  const at = said.search(new RegExp(`\\b${name}\\b`, 'i'))
  return at < 0 ? said.length : at
}

const hasTools = ({ tools }: Body): boolean => Array.isArray(tools) && tools.length > 0
const hasSystem = (body: Body): boolean =>
  ['system', 'instructions', 'systemInstruction'].some((name) => body[name] !== undefined) ||
  [body['messages'], body['input']].some(
    (list) =>
      Array.isArray(list) && list.some((each) => isRecord(each) && /^(system|developer)$/.test(String(each['role']))),
  )
const thinkingIn = (body: Body): string[] => [
  ...THINKING_FIELDS.filter((name) => name in body),
  ...(isRecord(body['generationConfig']) && 'thinkingConfig' in body['generationConfig']
    ? ['generationConfig.thinkingConfig']
    : []),
]

function holds(value: unknown, name: string): boolean {
  if (Array.isArray(value)) return value.some((each) => holds(each, name))
  if (!isRecord(value)) return false
  return name in value || Object.entries(value).some(([key, inner]) => !SCHEMAS.has(key) && holds(inner, name))
}
/** Members that contain names of a tool's own arguments. */
const SCHEMAS = new Set(['parameters', 'input_schema', 'parametersJsonSchema'])

/** The body without rejected fields. Tools and the system prompt were already removed (lacking.ts). */
export function withoutLacks(body: string, lacks: readonly Lack[]): string {
  const kept = lacks.filter((lack) => lack !== 'tools' && lack !== 'system')
  if (kept.length === 0) return body
  const parsed: unknown = JSON.parse(body)
  if (!isRecord(parsed)) return body
  let question = parsed
  for (const lack of kept) question = without(question, lack)
  return JSON.stringify(question)
}

function without(body: Body, lack: Lack): Body {
  if (lack === 'thinking') return thinkingIn(body).reduce((rest, path) => dropped(rest, path), body)
  const [kind = '', what = ''] = lack.split(/:(.*)/s)
  if (kind === 'field') return dropped(body, what)
  if (kind === 'within') {
    const bare = stripped(body, what) as Body
    const { messages } = body
    const isMarks = what === 'cache_control' && Array.isArray(messages)
    return isMarks ? { ...bare, messages: messages.map(withoutCachePoints) } : bare
  }
  const [from = '', to = ''] = what.split('>')
  if (kind !== 'rename' || !(from in body) || to === '') return body
  const { [from]: value, ...rest } = body
  return { ...rest, [to]: value }
}

function dropped(body: Body, path: string): Body {
  const [first = '', ...more] = path.split('.')
  if (!(first in body) || NEEDED.has(first)) return body
  const { [first]: value, ...rest } = body
  if (more.length === 0) return rest
  return isRecord(value) ? { ...rest, [first]: dropped(value, more.join('.')) } : body
}

function stripped(value: unknown, name: string): unknown {
  if (Array.isArray(value)) return value.map((each) => stripped(each, name))
  if (!isRecord(value)) return value
  const left = Object.entries(value).filter(([key]) => key !== name)
  return Object.fromEntries(left.map(([key, inner]) => [key, SCHEMAS.has(key) ? inner : stripped(inner, name)]))
}
