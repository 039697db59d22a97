import * as z from 'zod/mini'
import { AttachedBlock } from './content.ts'

/** Characters; longer words live as long as their page. */
export const MAX_UNSENT = 4_000_000
/** More than the box takes: what several tabs had may be put back into it at once. */
const MOST_ATTACHED = 1000

/**
 * What a person has typed and attached, and not sent. `id`: of the message that it would be. `attached`: absent for nothing; the bytes are
 * stored. `at`: wall time, ms, of the last change.
 */
export const UnsentMessage = z.object({
  text: z.string().check(z.maxLength(MAX_UNSENT)),
  id: z.string().check(z.minLength(1), z.maxLength(64)),
  attached: z.optional(z.array(AttachedBlock).check(z.maxLength(MOST_ATTACHED))),
  at: z.number(),
})
export type UnsentMessage = z.infer<typeof UnsentMessage>

/** `tab`: the one it was typed in. */
export type TabDraft = UnsentMessage & { tab: string }
