import * as z from 'zod/mini'
import { Input } from '../agent/input.ts'
import { AGENT_VERSION } from '../agent/version.ts'

/** What one slot of a log holds. Sealed and opened elsewhere; here are its bytes. */

const FORMAT = 1
/** Stamps above this are refused: a counter that goes on from them must never lose its precision. */
const LARGEST_SEQ = 2 ** 50

/**
 * `rows`: inputs that were committed. `take`: from here on its device writes. `yield`: its device writes no more until somebody takes the
 * session. `deleted`: the session is; nothing follows.
 */
export const Kind = z.enum(['rows', 'take', 'yield', 'deleted'])
export type Kind = z.infer<typeof Kind>

/** A row of a journal without what is of one device: `session-create` names the log in place of a session. */
export const Row = z.object({
  seq: z.int().check(z.positive(), z.maximum(LARGEST_SEQ)),
  timestamp: z.number(),
  agentVersion: z.int().check(z.positive()),
  input: Input,
})
export type Row = z.infer<typeof Row>

/** `id`: 128 random bits, in hex, by which its writer knows it again. `previous`: the hash of the segment in the slot before, '' in slot 0. */
const Segment = z.object({
  format: z.literal(FORMAT),
  agentVersion: z.int(),
  id: z.string().check(z.regex(/^[0-9a-f]{32}$/)),
  device: z.string().check(z.minLength(1), z.maxLength(64)),
  kind: Kind,
  previous: z.string().check(z.regex(/^(?:[0-9a-f]{64})?$/)),
  rows: z.array(Row),
})
type Segment = z.infer<typeof Segment>

/** As much as every version that is to come says. */
const Envelope = z.object({ format: z.int(), agentVersion: z.int() })

/** `newer`: it needs a newer version of the app. `damaged`: it is none. */
type Decoded = { type: 'segment'; segment: Segment } | { type: 'newer' } | { type: 'damaged' }

/** The same rows give the same bytes. */
export const encodeSegment = (segment: Omit<Segment, 'format' | 'agentVersion'>): Uint8Array<ArrayBuffer> =>
  new TextEncoder().encode(JSON.stringify({ format: FORMAT, agentVersion: AGENT_VERSION, ...segment }))

/** `after`: the last seq before it, which its rows must follow in order. */
export function decodeSegment(bytes: Uint8Array, after: number): Decoded {
  const raw = parseJson(bytes)
  const envelope = Envelope.safeParse(raw)
  if (!envelope.success) return { type: 'damaged' }
  if (envelope.data.format > FORMAT || envelope.data.agentVersion > AGENT_VERSION) return { type: 'newer' }
  const parsed = Segment.safeParse(raw)
  if (!parsed.success || !areInOrder(parsed.data, after)) return { type: 'damaged' }
  return { type: 'segment', segment: parsed.data }
}

/** SHA-256 of the bytes before they are sealed, in hex: what the next segment says of this one. */
export async function hashOf(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes))
  return [...digest].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}

/** Whether two rows say the same, with the same stamps. */
export const isSameRow = (a: Row, b: Row): boolean => a.seq === b.seq && JSON.stringify(a) === JSON.stringify(b)

function parseJson(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
  } catch {
    return null
  }
}

function areInOrder({ kind, rows, agentVersion }: Segment, after: number): boolean {
  let last = after
  for (const { seq, timestamp, input, agentVersion: version } of rows) {
    if (seq <= last || version > agentVersion || input.seq !== seq || input.timestamp !== timestamp) return false
    last = seq
  }
  return kind === 'rows' ? rows.length > 0 : rows.length === 0
}
