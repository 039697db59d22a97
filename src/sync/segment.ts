import * as z from 'zod/mini'
import type { AnswerBlock } from '../agent/content.ts'
import { Input } from '../agent/input.ts'
import { AGENT_VERSION } from '../agent/version.ts'
import { isDeeper, MOST_DEPTH_AROUND } from '../json/bounds.ts'

/** The content of one slot of a log, as bytes. It is sealed and opened elsewhere. */

/**
 * 2 as soon as one row tells of a call that was announced with its answer: an app that knows only 1 would read such a
 * call as open, and a device that took the session would act again. 3 as soon as one tells of code that a provider ran:
 * an app that knows only 2 would take it for damaged. So it says that it is too old for these sessions, and for no
 * other. 4 as soon as a message brings files into the workspace: an app that knows only 3 would lose them. 5 as soon as
 * a row says that the session holds private material, or asks about further pages of a site: an app that knows only 4
 * would forget it. 6 as soon as a call waits for a helper: an app that knows only 5 would run it a second time. 7 as
 * soon as a row changes a plan: an app that knows only 6 would lose it. 8 as soon as a mode lets a call run unasked, or
 * a person decides about several calls at once or gives a reason: an app that knows only 7 would let such calls wait. 9
 * as soon as a row names a project: an app that knows only 8 would take it for damaged. 10 as soon as a call has found
 * tools: an app that knows only 9 would forget them. 11 as soon as a server asks the person in the middle of a call: an
 * app that knows only 10 would take the row for damaged. 12 as soon as a helper asks whether its changes are kept: for
 * an app that knows only 11 such a form is damaged, too.
 */
const FORMATS = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12] as const
export const Format = z.literal(FORMATS)
export const formatOf = (rows: readonly Row[]): (typeof FORMATS)[number] => {
  if (rows.some(({ input }) => asksToKeep(input))) return 12
  if (rows.some(({ input }) => asksByForm(input))) return 11
  if (rows.some(({ input }) => findsTools(input))) return 10
  if (rows.some(({ input }) => namesProject(input))) return 9
  if (rows.some(({ input }) => usesModes(input))) return 8
  if (rows.some(({ input }) => changesPlan(input))) return 7
  if (rows.some(({ input }) => hasHelpers(input))) return 6
  if (rows.some(({ input }) => tellsPrivate(input))) return 5
  if (rows.some(({ input }) => input.type === 'user-send-message' && input.files !== undefined)) return 4
  if (rows.some(({ input }) => answersOf(input).some(({ type }) => type === 'code-run'))) return 3
  const isAnnounced = ({ input }: Row): boolean =>
    input.type === 'brain-call-tools' && input.toolCalls.some(({ answered }) => answered !== undefined)
  return rows.some(isAnnounced) ? 2 : 1
}
const usesModes = (input: Input): boolean => {
  if (input.type === 'user-decide-tool-call') return input.also !== undefined || input.reason !== undefined
  if (input.type === 'user-configure' || input.type === 'session-create')
    return input.config.mode !== undefined && input.config.mode !== 'ask'
  return input.type === 'brain-call-tools' && input.toolCalls.some(({ freeIn }) => freeIn !== undefined)
}
const hasHelpers = (input: Input): boolean =>
  input.type === 'session-release' ||
  (input.type === 'session-create' && input.helps !== undefined) ||
  (input.type === 'toolkit-wait' && input.for.type === 'helper') ||
  ('spent' in input && input.type.startsWith('toolkit-') && input.spent !== undefined)
const asksByForm = (input: Input): boolean =>
  input.type === 'user-answer-form' || (input.type === 'toolkit-wait' && input.for.type === 'form')
const asksToKeep = (input: Input): boolean =>
  input.type === 'toolkit-wait' && input.for.type === 'form' && input.for.form.about === 'changes'
const findsTools = (input: Input): boolean =>
  (input.type === 'toolkit-respond' && input.found !== undefined) ||
  (input.type === 'session-create' && input.config.found !== undefined)
const namesProject = (input: Input): boolean =>
  input.type === 'user-move-session' || (input.type === 'session-create' && input.project !== undefined)
const changesPlan = (input: Input): boolean =>
  input.type === 'user-change-plan' || (input.type === 'toolkit-respond' && input.plan !== undefined)
const tellsPrivate = (input: Input): boolean =>
  input.type === 'session-keep-private' ||
  (input.type === 'brain-send-message-start' && input.private === true) ||
  (input.type === 'brain-call-tools' && input.toolCalls.some(({ opens }) => opens !== undefined))
/** The model's answers, whole or cut off, in any input that contains them. */
const answersOf = (input: Input): readonly AnswerBlock[] => {
  if (input.type === 'brain-send-message-complete') return input.content
  if ('partial' in input) return input.partial
  return 'partials' in input ? Object.values(input.partials ?? {}).flat() : []
}
/** Stamps above this are refused: a counter that continues from them must never lose precision. */
const LARGEST_SEQ = 2 ** 50

/**
 * `rows`: inputs that were committed. `take`: from here on its device writes. `yield`: its device writes no more until
 * somebody takes the session. `deleted`: the session is; nothing follows.
 */
export const Kind = z.enum(['rows', 'take', 'yield', 'deleted'])
export type Kind = z.infer<typeof Kind>

/** A row of a journal without this device's own facts: `session-create` names the log instead of a session. */
export const Row = z.object({
  seq: z.int().check(z.positive(), z.maximum(LARGEST_SEQ)),
  timestamp: z.number(),
  agentVersion: z.int().check(z.positive()),
  input: Input,
})
export type Row = z.infer<typeof Row>

/**
 * `id`: 128 random bits, in hex, by which its writer recognises it. `previous`: the hash of the segment in the slot
 * before, '' in slot 0.
 */
const Segment = z.object({
  format: Format,
  agentVersion: z.int(),
  id: z.string().check(z.regex(/^[0-9a-f]{32}$/)),
  device: z.string().check(z.minLength(1), z.maxLength(64)),
  kind: Kind,
  previous: z.string().check(z.regex(/^(?:[0-9a-f]{64})?$/)),
  rows: z.array(Row),
})
type Segment = z.infer<typeof Segment>

/** The fields that every future version will have. */
const Envelope = z.object({ format: z.int(), agentVersion: z.int() })

/** `newer`: it needs a newer version of the app. `damaged`: not a segment. */
type Decoded = { type: 'segment'; segment: Segment } | { type: 'newer' } | { type: 'damaged' }

/** The same rows give the same bytes. */
export const encodeSegment = (segment: Omit<Segment, 'format' | 'agentVersion'>): Uint8Array<ArrayBuffer> =>
  new TextEncoder().encode(JSON.stringify({ format: formatOf(segment.rows), agentVersion: AGENT_VERSION, ...segment }))

/** `after`: the last seq before it; its rows must follow in order. */
export function decodeSegment(bytes: Uint8Array, after: number): Decoded {
  const raw = parseJson(bytes)
  const envelope = Envelope.safeParse(raw)
  if (!envelope.success) return { type: 'damaged' }
  if (envelope.data.format > Math.max(...FORMATS) || envelope.data.agentVersion > AGENT_VERSION)
    return { type: 'newer' }
  const parsed = Segment.safeParse(raw)
  if (!parsed.success || !areInOrder(parsed.data, after)) return { type: 'damaged' }
  const { kind, rows } = parsed.data
  if ((kind === 'rows') !== rows.length > 0) return { type: 'damaged' }
  return { type: 'segment', segment: parsed.data }
}

/** SHA-256 of the unsealed bytes, in hex: the next segment names it as its `previous`. */
export async function hashOf(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes))
  return [...digest].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}

/** Whether two rows have the same content and stamps. */
export const isSameRow = (a: Row, b: Row): boolean => a.seq === b.seq && JSON.stringify(a) === JSON.stringify(b)

/** How many rows both have in common at their beginning. */
export function countSame(rows: readonly Row[], others: readonly Row[]): number {
  let same = 0
  while (same < rows.length && same < others.length && isSameRow(rows[same] as Row, others[same] as Row)) same++
  return same
}

export function parseJson(bytes: Uint8Array): unknown {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes)
    return isDeeper(text, MOST_DEPTH_AROUND) ? null : JSON.parse(text)
  } catch {
    return null
  }
}

/** Whether these rows of a writer of `agentVersion` may follow the row `after`. */
export function areInOrder(
  { rows, agentVersion }: { rows: readonly Row[]; agentVersion: number },
  after: number,
): boolean {
  let last = after
  for (const { seq, timestamp, input, agentVersion: version } of rows) {
    if (seq <= last || version > agentVersion || input.seq !== seq || input.timestamp !== timestamp) return false
    last = seq
  }
  return true
}
