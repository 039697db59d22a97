import * as z from 'zod/mini'

/** Text that a person uses again and again. `text` may hold blanks, as in `Translate into {{language}}`. */
export const Prompt = z.lazy(() =>
  z.object({
    id: z.string().check(z.minLength(1), z.maxLength(64)),
    name: z.string().check(z.minLength(1), z.maxLength(80)),
    text: z.string().check(z.minLength(1), z.maxLength(20_000)),
  }),
)
export type Prompt = z.infer<typeof Prompt>
/** They cross to the page with every reading of the preferences. */
export const Prompts = z.array(Prompt).check(z.maxLength(100))
