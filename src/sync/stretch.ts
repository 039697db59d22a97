import * as z from 'zod/mini'
import { AGENT_VERSION } from '../agent/version.ts'
import { areInOrder, Format, formatOf, parseJson, Row } from './segment.ts'

/**
 * Many segments of a log in one object, for whoever comes late: so many slots, from one whose number is a multiple of
 * that. It stands beside its segments, which stay: who does not find one, or cannot read it, reads them.
 */

/** Of how many slots there are stretches, the longest first. */
export const STRETCHES = [1024, 64] as const
/** A longer one is not made: its segments are few for what they hold. Bytes before it is sealed. */
export const LONGEST_STRETCH = 4 * 1024 * 1024

/**
 * `first`: the id of its first segment, `previous` the hash of the one before that, `last` that of its last, `device`
 * whose that is.
 */
const Stretch = z.object({
  format: Format,
  agentVersion: z.int().check(z.positive(), z.maximum(AGENT_VERSION)),
  first: z.string().check(z.regex(/^[0-9a-f]{32}$/)),
  previous: z.string().check(z.regex(/^(?:[0-9a-f]{64})?$/)),
  last: z.string().check(z.regex(/^[0-9a-f]{64}$/)),
  device: z.string().check(z.minLength(1), z.maxLength(64)),
  rows: z.array(Row),
})
export type Stretch = z.infer<typeof Stretch>

export const encodeStretch = (stretch: Omit<Stretch, 'format' | 'agentVersion'>): Uint8Array<ArrayBuffer> =>
  new TextEncoder().encode(JSON.stringify({ format: formatOf(stretch.rows), agentVersion: AGENT_VERSION, ...stretch }))

/** null: it is none that this version can read, or its rows are not in their order after `after`. */
export function decodeStretch(bytes: Uint8Array, after: number): Stretch | null {
  const parsed = Stretch.safeParse(parseJson(bytes))
  return parsed.success && areInOrder(parsed.data, after) ? parsed.data : null
}
