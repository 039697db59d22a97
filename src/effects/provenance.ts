import type { Message, ToolCall, UserMessage } from '../agent/message.ts'
import { carriesData } from '../settings/carried-data.ts'
import { placeOfHost } from '../settings/place-of-host.ts'
import { ALL_TOOLS } from '../tools/all-tools.ts'
import { addressesIn, addressKey, typedAddressesIn } from '../tools/web/addresses.ts'
import { isPrivateText, LONG, MANY_LINES } from './private-text.ts'

/**
 * What a session has learnt, as far as it decides what may leave it without a question: from where on it holds private material, which
 * addresses somebody gave (the person, a search, a page that was opened), and which were opened. A function of the rows of the transcript
 * and the head, so it is the same after a reload, in a branch, an import and on another device. It only grows: to learn from a row twice
 * is to learn from it once.
 *
 * What a model wrote itself never makes an address known, wherever it comes back: not in its arguments, in files, in errors about
 * arguments, in the words of a search that found nothing, in a question to the person, in the name of a file, nor in what a person quotes or
 * sends on of it.
 */
export type Provenance = {
  /** The first row with private material; all rows count from -1; null: there is none. */
  privateFrom: number | null
  /** By address key: who gave it. Addresses in long text of a person are `found`: it may be pasted. */
  known: Map<string, 'person' | 'found'>
  /** Requests to pages that a question did not cover, by the call's id. */
  opened: Map<string, Opened>
  /** Blobs with the whole of long results of the web: reading on in them reads no private material. */
  results: Set<string>
}
type Opened = { n: number; origin: string; key: string; address: string }

/** Addresses that are remembered; of more, the oldest are asked about again. */
const MOST_KNOWN = 50_000

export const nothingLearnt = (): Provenance => ({
  privateFrom: null,
  known: new Map(),
  opened: new Map(),
  results: new Set(),
})

/** Private material from row `n` on. */
export function becomePrivate(provenance: Provenance, n: number): void {
  provenance.privateFrom = Math.min(provenance.privateFrom ?? n, n)
}

export const isPrivate = ({ privateFrom }: Provenance): boolean => privateFrom !== null

/** A tool that says nothing of itself, and one that is not ours, reads private material. */
const GIVES: ReadonlyMap<string, 'web' | 'own'> = new Map(
  ALL_TOOLS.flatMap(({ name, gives }) => (gives === undefined ? [] : [[name, gives]])),
)

const SENDS = new Map(ALL_TOOLS.map(({ name, sends }) => [name, sends]))

/** The address that a call opens; '': none. */
function addressOpened({ name, args }: Pick<ToolCall, 'name' | 'args'>): string {
  try {
    const sent = SENDS.get(name)?.(JSON.parse(args) as never)
    return sent !== undefined && 'address' in sent ? sent.address : ''
  } catch {
    // arguments that are not JSON, or not the tool's: such a call has never run
    return ''
  }
}

/** Adds what one row teaches. */
export function learn(provenance: Provenance, row: Message): void {
  if (row.role === 'user') return learnFromPerson(provenance, row)
  for (const call of row.calls) {
    learnOpened(provenance, row.n, call)
    if (call.result !== null && hasRun(call)) learnFromCall(provenance, row.n, call)
  }
}

function learnFromPerson(provenance: Provenance, { n, content }: UserMessage): void {
  const texts = textsOf(content)
  if (texts.length < content.length || texts.some(isPrivateText)) becomePrivate(provenance, n)
  for (const text of texts) {
    const isShort = text.length <= LONG && text.split('\n').length <= MANY_LINES
    remember(provenance, typedAddressesIn(typed(text)), isShort ? 'person' : 'found')
  }
}

/** The person's instructions for every conversation: their own words, in every request. */
export function learnInstructions(provenance: Provenance, text: string): void {
  if (isPrivateText(text)) becomePrivate(provenance, -1)
  remember(provenance, typedAddressesIn(text), 'person')
}

/** What a page printed that a model wrote, sent by a press (ui/files/artifacts/frame-messages.ts); edited, it may stand behind other words. */
const REPORT = /The artifact .{1,1000} printed this while it ran:\n[\s\S]*/
/** Lines that quote another message. A separator of Unicode in one ends no line there. */
const QUOTED = /^>[^\n]*/gm
/** Names of files, where the message box completes them (ui/conversation/composer/completing/completion-at.ts): a model may have given them. */
const MENTIONED = /(?<![^\s\u2e80-\uffef])@(?:"(?:\\.|[^"\\\n])*"|\S+)/g
/** Without what the person has not written. */
const typed = (text: string): string => text.replace(REPORT, '').replace(QUOTED, '').replace(MENTIONED, '')

/** Nothing more can be learnt from it. */
export const isFinal = (row: Message): boolean =>
  row.role === 'user' ||
  (row.status !== 'streaming' && row.status !== 'waiting' && row.calls.every((call) => call.status === 'closed'))

/** A call that was refused before it ran holds our own words, and the model's. */
const hasRun = ({ started, attempt, result }: ToolCall): boolean =>
  started || attempt > 0 || result?.kind === 'ok' || result?.kind === 'reported'

/** A call that is still open counts: it may run before the next one does. The person decided about one that `sends`. */
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
  // a page of this computer or of the person's network is no page of the web
  if (URL.canParse(url) && placeOfHost(new URL(url).hostname) !== null) becomePrivate(provenance, n)
  // it went out already, with the person's word or before there was anything to keep: as one address, whatever others stand in it
  remember(provenance, [url], 'found')
  // the words of a search that found nothing, or failed, are the model's own
  const isEmptySearch = call.name === 'search_web' && (result.kind !== 'ok' || result.details === undefined)
  if (isEmptySearch) return
  remember(provenance, textsOf(result.content).flatMap(addressesIn), 'found')
  if (result.blob !== undefined) provenance.results.add(result.blob)
}

function givesOf({ results }: Provenance, { name, args }: ToolCall): 'web' | 'own' | undefined {
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
 * What of an address nobody gave, as it would be sent; null: nothing, or it may be sent. Of an address whose page is known, that is the
 * query alone. While nothing private is known here, only an address that carries data counts: short words of a person are not private, but
 * nobody encodes them without a reason.
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
    // arguments that are no JSON name nothing
    return ''
  }
}
