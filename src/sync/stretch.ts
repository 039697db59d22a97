import * as z from 'zod/mini'
import { AGENT_VERSION } from '../agent/version.ts'
import { areInOrder, Format, formatOf, parseJson, Row } from './segment.ts'

/**
 * Many segments of a log in one object, for devices that come late: a fixed number of slots, starting at a multiple of
 * that number. The segments stay beside it: a device that does not find a stretch, or can’t read it, reads the
 * segments.
 */

/** The numbers of slots in a stretch, the longest first. */
export const STRETCHES = [1024, 64] as const
/** In bytes before sealing. A longer stretch is not made: its segments are few for their content. */
export const LONGEST_STRETCH = 4 * 1024 * 1024

/**
 * `first`: the id of its first segment, `previous` the hash of the segment before that, `last` the hash of its last,
 * `device` the device that wrote that.
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

/** null: unreadable for this version, or its rows are not in order after `after`. */
export function decodeStretch(bytes: Uint8Array, after: number): Stretch | null {
  const parsed = Stretch.safeParse(parseJson(bytes))
  return parsed.success && areInOrder(parsed.data, after) ? parsed.data : null
}
