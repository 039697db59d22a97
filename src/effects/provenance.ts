import type { Message, ToolCall } from '../agent/message.ts'
import { placeOfHost } from '../settings/place-of-host.ts'
import { ALL_TOOLS } from '../tools/all-tools.ts'
import { addressesIn, addressKey, typedAddressesIn } from '../tools/web/addresses.ts'

/**
 * What a session has learnt, as far as it decides what may leave it unasked: whether private material was read, and which addresses
 * somebody gave: the person in a message, a search, or a page that was opened. A function of the rows of the transcript and of nothing
 * else, so that it is the same after a reload, in an older session and in a fork; it is no part of the state, since the rows are. It only
 * grows: to learn from a row twice is to learn from it once, and a row whose calls are closed has nothing more to teach.
 *
 * What a model wrote itself never makes an address known, wherever it comes back: not in its arguments, in files, in errors about
 * arguments, in the words of a search that found nothing, in a question to the person, in the name of a file, nor in what a person quotes or
 * sends on of it.
 */
export type Provenance = {
  private: boolean
  known: Set<string>
  /** Blobs with the whole of long results of the web: reading on in them reads no private material. */
  results: Set<string>
}

/** Addresses that are remembered; of more, the oldest are asked about again. */
const MOST_KNOWN = 50_000

export const nothingLearnt = (): Provenance => ({ private: false, known: new Set(), results: new Set() })

/** A tool that says nothing of itself, and one that is not ours, reads private material. */
const GIVES: ReadonlyMap<string, 'web' | 'own'> = new Map(
  ALL_TOOLS.flatMap(({ name, gives }) => (gives === undefined ? [] : [[name, gives]])),
)

/** Adds what one row teaches. */
export function learn(provenance: Provenance, row: Message): void {
  if (row.role === 'user') remember(provenance, textsOf(row.content).map(typed).flatMap(typedAddressesIn))
  else for (const call of row.calls) if (call.result !== null && hasRun(call)) learnFromCall(provenance, call)
}

/** What a page printed that a model wrote, sent by a press (ui/files/artifacts/frame-messages.ts); edited, it may stand behind other words. */
const REPORT = /The artifact .{1,1000} printed this while it ran:\n[\s\S]*/
/** Lines that quote another message. A separator of Unicode in one ends no line there. */
const QUOTED = /^>[^\n]*/gm
/** Names of files, where the message box completes them (ui/composer/completing/completion-at.ts): a model may have given them. */
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

function learnFromCall(provenance: Provenance, call: ToolCall): void {
  const { result } = call
  if (result === null) return
  const gives = givesOf(provenance, call)
  if (gives === undefined) provenance.private = true
  if (gives !== 'web') return
  const url = textArgument(call.args, 'url')
  // a page of this computer or of the person's network is no page of the web
  if (URL.canParse(url) && placeOfHost(new URL(url).hostname) !== null) provenance.private = true
  // it went out already, with the person's word or before there was anything to keep: as one address, whatever others stand in it
  remember(provenance, [url])
  // the words of a search that found nothing, or failed, are the model's own
  const isEmptySearch = call.name === 'search_web' && (result.kind !== 'ok' || result.details === undefined)
  if (isEmptySearch) return
  remember(provenance, textsOf(result.content).flatMap(addressesIn))
  if (result.blob !== undefined) provenance.results.add(result.blob)
}

function givesOf({ results }: Provenance, { name, args }: ToolCall): 'web' | 'own' | undefined {
  if (name !== 'read_result') return GIVES.get(name)
  return results.has(textArgument(args, 'result')) ? 'web' : undefined
}

function remember({ known }: Provenance, addresses: readonly string[]): void {
  for (const address of addresses) {
    const key = addressKey(address)
    if (key !== null) known.add(key)
  }
  for (const oldest of known) {
    if (known.size <= MOST_KNOWN) break
    known.delete(oldest)
  }
}

/**
 * What of an address nobody gave, as it would be sent; null: nothing, or nothing private is known here. Of an address whose page is known,
 * that is the query alone.
 */
export function unknownPartOf(provenance: Provenance, address: string): string | null {
  const key = addressKey(address)
  if (!provenance.private || key === null || provenance.known.has(key)) return null
  const url = new URL(address)
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
