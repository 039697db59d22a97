import type { Message, ToolCall, ToolResult, UserMessage } from '../agent/message.ts'
import { isRecurringMessage } from '../agent/recurring-message.ts'
import { carriesData } from '../settings/carried-data.ts'
import { placeOfHost } from '../settings/place-of-host.ts'
import { isOwnSkill } from '../settings/skills/own-skills.ts'
import { ALL_TOOLS } from '../tools/all-tools.ts'
import { skillPlace } from '../tools/skills/skill-port.ts'
import { addressesIn, addressKey, typedAddressesIn } from '../tools/web/addresses.ts'
import { isPrivateText, LONG, MANY_LINES } from './private-text.ts'

/**
 * What a session has learned, as far as it decides what may leave without a question: from which row on it has private
 * material, which addresses somebody gave (the person, a search, an opened page), and which addresses were opened. A
 * function of the rows of the transcript and the head, so it is the same after a reload, in a branch, after an import
 * and on another device. It only grows: learning from a row twice is the same as once.
 * What a model wrote itself never makes an address known, wherever it reappears: in its arguments, in files, in errors
 * about arguments, in the words of a search that found nothing, in a question to the person, in the name of a file, or
 * in what a person quotes or sends on of it.
 */
export type Provenance = {
  /** The first row with private material; -1: all rows; null: none. */
  privateFrom: number | null
  /** By address key: who gave it. Addresses in a person's long text are `found`: it may be pasted. */
  known: Map<string, 'person' | 'found'>
  /** Requests to pages that no question covered, by the call's id. */
  opened: Map<string, Opened>
  /** Addresses that the person typed, exactly, in short messages: the `seq` of the newest one by address. */
  typed: Map<string, number>
  /** Blobs with the full text of long web results: reading on in them reads no private material. */
  results: Set<string>
}
export type TypedAddresses = Provenance['typed']
type Opened = { n: number; origin: string; key: string; address: string }

/** Most addresses remembered; for more, the oldest are asked about again. */
const MOST_KNOWN = 50_000

export const nothingLearnt = (): Provenance => ({
  privateFrom: null,
  known: new Map(),
  opened: new Map(),
  typed: new Map(),
  results: new Set(),
})

/** Marks everything from row `n` on as private. */
export function becomePrivate(provenance: Provenance, n: number): void {
  provenance.privateFrom = Math.min(provenance.privateFrom ?? n, n)
}

export const isPrivate = ({ privateFrom }: Provenance): boolean => privateFrom !== null

/** A tool that does not declare `gives`, and any tool that is not ours, reads private material. */
const GIVES: ReadonlyMap<string, 'web' | 'own'> = new Map(
  ALL_TOOLS.flatMap(({ name, gives }) => (gives === undefined ? [] : [[name, gives]])),
)

const SENDS = new Map(ALL_TOOLS.map(({ name, sends }) => [name, sends]))

/** The address that a call opens; '' for none. */
function addressOpened({ name, args }: Pick<ToolCall, 'name' | 'args'>): string {
  try {
    const sent = SENDS.get(name)?.(JSON.parse(args) as never)
    return sent !== undefined && 'address' in sent ? sent.address : ''
  } catch {
    // arguments that are not JSON, or do not fit the tool: such a call has never run
    return ''
  }
}

/** Adds what one row teaches. */
export function learn(provenance: Provenance, row: Message): void {
  if (row.role === 'user') return learnFromPerson(provenance, row)
  for (const call of row.calls) {
    learnOpened(provenance, row.n, call)
    if (call.result?.kind === 'denied') learnReason(provenance, row.n, call.result)
    if (call.result !== null && hasRun(call)) learnFromCall(provenance, row.n, call)
  }
}

/** A reason to deny is the person's own words, after ours. It makes no address known. */
function learnReason(provenance: Provenance, n: number, { content }: ToolResult): void {
  if (textsOf(content.slice(1)).some(isPrivateText)) becomePrivate(provenance, n)
}

/** The task of a helper is a model's words: it makes no address known. Its session says whether it is private. */
function learnFromPerson(provenance: Provenance, row: UserMessage): void {
  const { n, seq, content, by } = row
  if (by === 'agent') return
  const texts = textsOf(content)
  if (texts.length < content.length || texts.some(isPrivateText)) becomePrivate(provenance, n)
  // a model wrote the task that recurs
  if (isRecurringMessage(row)) return
  for (const text of texts) remember(provenance, typedAddressesIn(typed(text)), isShort(text) ? 'person' : 'found')
  if (isShort(texts.join('\n')))
    for (const address of texts.flatMap((text) => typedAddressesIn(typed(text)))) {
      const href = exactly(address)
      if (href !== null) provenance.typed.set(href, Math.max(seq, provenance.typed.get(href) ?? 0))
    }
}

const isShort = (text: string): boolean => text.length <= LONG && text.split('\n').length <= MANY_LINES

/** An address as its server sees it; null: not a web address. */
export function exactly(address: string): string | null {
  if (!URL.canParse(address)) return null
  const url = new URL(address)
  url.hash = ''
  return /^https?:$/.test(url.protocol) ? url.href : null
}

/** The person's instructions for every session: their own words, in every request. */
export function learnInstructions(provenance: Provenance, text: string): void {
  if (isPrivateText(text)) becomePrivate(provenance, -1)
  remember(provenance, typedAddressesIn(text), 'person')
}

/**
 * Output of a page that a model wrote, sent by a click (ui/files/artifacts/frame-messages.ts); after an edit, other
 * words may come before it.
 */
const REPORT = /The artifact .{1,1000} printed this while it ran:\n[\s\S]*/
/** Lines that quote another message. A Unicode separator does not end a line there. */
const QUOTED = /^>[^\n]*/gm
/**
 * Names of files, where the message box completes them (ui/conversation/composer/completing/completion-at.ts): a model
 * may have given them.
 */
const MENTIONED = /(?<![^\s\u2e80-\uffef])@(?:"(?:\\.|[^"\\\n])*"|\S+)/g
/** Removes what the person did not write. */
const typed = (text: string): string => text.replace(REPORT, '').replace(QUOTED, '').replace(MENTIONED, '')

/** Nothing more can be learned from this row. */
export const isFinal = (row: Message): boolean =>
  row.role === 'user' ||
  (row.status !== 'streaming' && row.status !== 'waiting' && row.calls.every((call) => call.status === 'closed'))

/** A call that was refused before it ran has only our words and the model's. */
const hasRun = ({ started, attempt, result }: ToolCall): boolean =>
  started || attempt > 0 || result?.kind === 'ok' || result?.kind === 'reported'

/**
 * A call that is still open counts: it may run before the next one does. The person decided about calls with `sends`.
 */
function learnOpened({ opened }: Provenance, n: number, call: ToolCall): void {
  const { id, status, sends, result } = call
  const address = addressOpened(call)
  const key = addressKey(address)
  const goes = status === 'closed' ? hasRun(call) && result?.recorded !== true : true
  if (key === null || sends !== undefined || !goes) opened.delete(id)
  else opened.set(id, { n, origin: new URL(address).origin, key, address })
}

function learnFromCall(provenance: Provenance, n: number, call: ToolCall): void {
  const { result } = call
  if (result === null) return
  const gives = givesOf(provenance, call)
  if (gives === undefined) becomePrivate(provenance, n)
  if (gives !== 'web') return
  const url = textArgument(call.args, 'url')
  // a page of this computer or of the person's network is not public
  if (URL.canParse(url) && placeOfHost(new URL(url).hostname) !== null) becomePrivate(provenance, n)
  // it was already sent, with approval or before there was anything private: only as one address, not the addresses
  // inside it
  remember(provenance, [url], 'found')
  // the words of a search that failed or found nothing are the model's own
  const isEmptySearch = call.name === 'search_web' && (result.kind !== 'ok' || result.details === undefined)
  if (isEmptySearch) return
  remember(provenance, textsOf(result.content).flatMap(addressesIn), 'found')
  if (result.blob !== undefined) provenance.results.add(result.blob)
}

function givesOf({ results }: Provenance, { name, args }: ToolCall): 'web' | 'own' | undefined {
  // a skill of the person's is private, as a file of theirs is; ours are public
  if (name === 'read_file' && isOwnSkill(skillPlace(textArgument(args, 'path'))?.name ?? '')) return 'own'
  if (name !== 'read_result') return GIVES.get(name)
  return results.has(textArgument(args, 'result')) ? 'web' : undefined
}

function remember({ known }: Provenance, addresses: readonly string[], by: 'person' | 'found'): void {
  for (const address of addresses) {
    const key = addressKey(address)
    if (key !== null && known.get(key) !== 'person') known.set(key, by)
  }
  for (const oldest of known.keys()) {
    if (known.size <= MOST_KNOWN) break
    known.delete(oldest)
  }
}

/**
 * The part of an address that nobody gave, as it would be sent; null: none, or it may be sent. If its page is known,
 * that is only the query. While nothing is private, only an address that carries data counts: a person's short words
 * are not private, but nobody encodes them without a reason.
 */
export function unknownPartOf(provenance: Provenance, address: string): string | null {
  const key = addressKey(address)
  if (key === null || provenance.known.has(key)) return null
  const url = new URL(address)
  if (!isPrivate(provenance) && !carriesData(url)) return null
  const login = url.username === '' && url.password === '' ? '' : `${url.username}:${url.password}@`
  url.hash = ''
  const page = new URL(url)
  page.search = ''
  const pageKey = login === '' ? addressKey(page.href) : null
  if (url.search !== '' && pageKey !== null && provenance.known.has(pageKey)) return url.search
  return login + url.pathname + url.search
}

const textsOf = (content: readonly { type: string; text?: string }[]): string[] =>
  content.flatMap((block) => (block.type === 'text' && block.text !== undefined ? [block.text] : []))

function textArgument(args: string, name: string): string {
  try {
    const value = (JSON.parse(args) as Record<string, unknown> | null)?.[name]
    return typeof value === 'string' ? value : ''
  } catch {
    // arguments that are not JSON name nothing
    return ''
  }
}
