import type { SessionItem } from '../../../protocol/common.ts'
import type { Apart, SyncRow } from '../../../storage/schema.ts'

/** What of a shared session one device alone had, when another went on with it: until its person decides. */

/** `row`: the place of the shared session, which remembers it. */
export type HeldApart = { apart: Apart; row: SyncRow }

export const heldIn = (places: readonly SyncRow[]): HeldApart[] =>
  places.flatMap((row) => (row.apart ?? []).map((apart) => ({ apart, row })))

/** As the list of sessions says it. */
export const apartItem = ({
  apart: { by, messages, answers, results, chosen },
  row,
}: HeldApart): NonNullable<SessionItem['apart']> => ({
  ...{ by, messages, answers, results, ...(chosen && { chosen }) },
  session: row.over ? null : row.sessionId,
})
