import * as z from 'zod/mini'

/** How a provider is asked, where the person says so. What is absent is as it is without their word. */
export const Advanced = z.object({
  temperature: z.optional(z.number().check(z.minimum(0), z.maximum(2))),
  topP: z.optional(z.number().check(z.positive(), z.maximum(1))),
  /** Tokens of an answer. */
  maxOutput: z.optional(z.int().check(z.positive())),
  seed: z.optional(z.int()),
  /** An asking fails after so many seconds without a byte. */
  patience: z.optional(z.int().check(z.minimum(5), z.maximum(3600))),
  /** How often an asking that has failed is begun again by itself; what one attempt allows at most is `MAX_ATTEMPTS`. */
  retries: z.optional(z.int().check(z.minimum(0), z.maximum(4))),
  /** The provider's name for how fast, and how dear, it answers. */
  tier: z.optional(z.string().check(z.regex(/^[\w-]{1,40}$/))),
  /** Answers are not stored at the provider, so that one that breaks off cannot be taken up again. */
  unstored: z.optional(z.boolean()),
  /** Answers are stored at a provider that is not asked to without this word, so that one that breaks off can be taken up again. */
  stored: z.optional(z.boolean()),
  headers: z.optional(z.record(z.string().check(z.maxLength(100)), z.string().check(z.maxLength(2000)))),
  /** JSON text of an object whose members join every question. */
  body: z.optional(z.string().check(z.maxLength(20_000))),
})
export type Advanced = z.infer<typeof Advanced>
