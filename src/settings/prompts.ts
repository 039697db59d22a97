import * as z from 'zod/mini'

/** Text that a person reuses. `text` may have blanks, as in `Translate into {{language}}`. */
export const Prompt = z.lazy(() =>
  z.object({
    id: z.string().check(z.minLength(1), z.maxLength(64)),
    name: z.string().check(z.minLength(1), z.maxLength(80)),
    text: z.string().check(z.minLength(1), z.maxLength(20_000)),
  }),
)
export type Prompt = z.infer<typeof Prompt>
/** Bounded: the page gets all prompts with every read of the preferences. */
export const Prompts = z.array(Prompt).check(z.maxLength(100))
