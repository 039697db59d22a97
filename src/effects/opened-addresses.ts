import { addressKey } from '../tools/web/addresses.ts'
import type { Provenance } from './provenance.ts'

/**
 * Closes a covert channel of known addresses: a page lists many links, and which of them are opened, and how often,
 * tells its site what the agent has read, although no single address carries anything. So once private material is
 * known, only a few requests to one origin pass without a question. The first opening of an address that the person
 * typed does not count: they chose it.
 */

/** Requests to one origin that need no approval once there is private material. */
export const FEW = 3
/** Addresses that a question lists: the newest. */
const LISTED = 20
const MOST_CHARACTERS = 300

/** What the person is asked about: the requests to this origin, including this one. */
export type Opens = { count: number; list: string[] }

/** `earlier`: addresses of earlier calls in the same answer, which are in no row yet. null: no question is needed. */
export function opensOf(provenance: Provenance, address: string, earlier: readonly string[]): Opens | null {
  const { privateFrom, known, opened } = provenance
  if (privateFrom === null || !URL.canParse(address)) return null
  const { origin } = new URL(address)
  const before = [...opened.values()].filter((each) => each.origin === origin)
  const seen = new Set(before.filter(({ n }) => n < privateFrom).map(({ key }) => key))
  /** Whether it counts: the first opening of an address that the person typed does not. */
  const counts = (each: string): boolean => {
    const key = addressKey(each) ?? each
    const isChosen = known.get(key) === 'person' && !seen.has(key)
    seen.add(key)
    return !isChosen
  }
  const list = [
    ...before.filter(({ n }) => n >= privateFrom).map((each) => each.address),
    ...earlier.filter((each) => URL.canParse(each) && new URL(each).origin === origin),
  ].filter(counts)
  if (!counts(address)) return null
  list.push(address)
  if (list.length <= FEW) return null
  return { count: list.length, list: list.slice(-LISTED).map((each) => each.slice(0, MOST_CHARACTERS)) }
}
