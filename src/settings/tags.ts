import * as z from 'zod/mini'

/** Further tags are refused. */
export const MOST_TAGS = 100

/** Names that a person gives to conversations. `sessions`: session ids, each naming its conversation. */
export const Tags = z
  .array(
    z.lazy(() =>
      z.object({
        name: z.string().check(z.minLength(1), z.maxLength(40)),
        sessions: z.array(z.string().check(z.maxLength(64))).check(z.maxLength(20_000)),
      }),
    ),
  )
  .check(z.maxLength(MOST_TAGS))
export type Tags = z.infer<typeof Tags>
