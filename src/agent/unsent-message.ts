import * as z from 'zod/mini'
import { AttachedBlock } from './content.ts'

/** Characters. Longer text lives only as long as its page. */
export const MAX_UNSENT = 4_000_000
/** More than the box accepts, because the text of several tabs may return into one box. */
const MOST_ATTACHED = 1000

/**
 * Typed and attached content that was not sent. `id`: id of the future message. `attached`: absent if empty; the bytes
 * are stored. `at`: wall time, ms, of the last change.
 */
export const UnsentMessage = z.object({
  text: z.string().check(z.maxLength(MAX_UNSENT)),
  id: z.string().check(z.minLength(1), z.maxLength(64)),
  attached: z.optional(z.array(AttachedBlock).check(z.maxLength(MOST_ATTACHED))),
  at: z.number(),
})
export type UnsentMessage = z.infer<typeof UnsentMessage>

/** `tab`: the tab it was typed in. */
export type TabDraft = UnsentMessage & { tab: string }
