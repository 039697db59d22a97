import * as z from 'zod/mini'

/** Characters; longer words live as long as their page. */
export const MAX_UNSENT = 4_000_000

/** What a person has typed and not sent. `id`: of the message that it would be. `at`: wall time, ms, of the last key. */
export const UnsentWords = z.object({
  text: z.string().check(z.maxLength(MAX_UNSENT)),
  id: z.string().check(z.minLength(1), z.maxLength(64)),
  at: z.number(),
})
export type UnsentWords = z.infer<typeof UnsentWords>

/** `tab`: the one it was typed in. */
export type TabDraft = UnsentWords & { tab: string }

/** The name of the Web Lock that a tab holds as long as its page lives. */
export const tabLock = (tab: string): string => `reflexor-tab:${tab}`
