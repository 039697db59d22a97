import * as z from 'zod/mini'
import type { AttachedBlock } from '../../../agent/content.ts'
import { UnsentMessage } from '../../../agent/unsent-message.ts'

/**
 * A stored draft. `id` belongs to exactly this text and these attachments; any change gets a new id. Sending does not
 * touch the stored draft; the outbox knows what is on its way. So a missing outbox entry means a text that can be sent
 * again, never a delivered one. `at`: wall time in ms; `tab`: where it was typed; `sent`: that tab has sent it.
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

/** The parts of a draft that are sent. */
export type DraftContent = Pick<DraftRecord, 'text' | 'attached'>

export const draftOf = ({ text, attached = [] }: DraftContent, id: string): DraftRecord =>
  attached.length === 0 ? { text, id } : { text, id, attached }

export const isSameDraft = (one: DraftContent | null | undefined, other: DraftContent): boolean =>
  one?.text === other.text && blobsIn(one) === blobsIn(other)
const blobsIn = ({ attached = [] }: DraftContent): string =>
  attached.map(({ blob, name }) => blob + (name ?? '')).join()

export const DRAFT_PREFIX = 'reflexor:draft:'
export const draftKey = (sessionId: string): string => DRAFT_PREFIX + sessionId
