import type { SessionItem } from '../../../protocol/common.ts'
import type { Apart, SyncRow } from '../../../storage/schema.ts'

/** Changes that only this device has, after another device continued the session: kept until the person decides. */

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
