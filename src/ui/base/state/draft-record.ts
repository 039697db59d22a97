import * as z from 'zod/mini'
import type { AttachedBlock } from '../../../agent/content.ts'
import { UnsentMessage } from '../../../agent/unsent-message.ts'

/**
 * A draft as it is stored. `id` belongs to exactly this text and what is attached: anything else gets another one.
 * Sending does not touch what is stored, and whether it is on its way is the outbox's to say; so an entry that is
 * missing there means a text that can be sent again, never one that was delivered. `at`: wall time in ms; `tab`: where
 * it was typed; `sent`: that tab has sent it.
 */
export type DraftRecord = {
  text: string
  id: string
  attached?: AttachedBlock[] | undefined
  at?: number | undefined
  tab?: string | undefined
  sent?: boolean | undefined
}
const DraftRecord = z.lazy(() =>
  z.pipe(
    z.object({
      text: z.string(),
      id: z.optional(z.string()),
      attached: UnsentMessage.shape.attached,
      at: z.optional(z.number()),
      tab: z.optional(z.string()),
      sent: z.optional(z.boolean()),
    }),
    // drafts used to be stored without it
    z.transform(({ id, ...draft }): DraftRecord => ({ ...draft, id: id ?? crypto.randomUUID() })),
  ),
)

/** Null: nothing is stored, or nothing that can be read. */
export function parseDraft(json: string | null): DraftRecord | null {
  if (json === null) return null
  try {
    const parsed = DraftRecord.safeParse(JSON.parse(json))
    return parsed.success ? parsed.data : null
  } catch {
    return null
  }
}

/** What is sent of a draft. */
export type DraftContent = Pick<DraftRecord, 'text' | 'attached'>

export const draftOf = ({ text, attached = [] }: DraftContent, id: string): DraftRecord =>
  attached.length === 0 ? { text, id } : { text, id, attached }

export const isSameDraft = (one: DraftContent | null | undefined, other: DraftContent): boolean =>
  one?.text === other.text && blobsIn(one) === blobsIn(other)
const blobsIn = ({ attached = [] }: DraftContent): string =>
  attached.map(({ blob, name }) => blob + (name ?? '')).join()

export const DRAFT_PREFIX = 'reflexor:draft:'
export const draftKey = (sessionId: string): string => DRAFT_PREFIX + sessionId
