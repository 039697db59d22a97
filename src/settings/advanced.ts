import * as z from 'zod/mini'

/** Request settings that the person chose for a provider. Absent fields keep their defaults. */
export const Advanced = z.object({
  temperature: z.optional(z.number().check(z.minimum(0), z.maximum(2))),
  topP: z.optional(z.number().check(z.positive(), z.maximum(1))),
  /** Tokens of an answer. */
  maxOutput: z.optional(z.int().check(z.positive())),
  seed: z.optional(z.int()),
  /** A request fails after this many seconds without a byte. */
  patience: z.optional(z.int().check(z.minimum(5), z.maximum(3600))),
  /** How often a failed request is repeated automatically; `MAX_ATTEMPTS` is the limit. */
  retries: z.optional(z.int().check(z.minimum(0), z.maximum(4))),
  /** The provider's name for a level of speed and price. */
  tier: z.optional(z.string().check(z.regex(/^[\w-]{1,40}$/))),
  /**
   * How long a provider caches a conversation for us: its short time, its long one (which may cost more), or not at
   * all.
   */
  cacheRetention: z.optional(z.enum(['short', 'long', 'none'])),
  /** Answers are not stored at the provider, so an interrupted one cannot be resumed. */
  unstored: z.optional(z.boolean()),
  /** Answers are stored at a provider that stores nothing by default, so that an interrupted one can be resumed. */
  stored: z.optional(z.boolean()),
  headers: z.optional(z.record(z.string().check(z.maxLength(100)), z.string().check(z.maxLength(2000)))),
  /** JSON text of an object whose members are added to every request. */
  body: z.optional(z.string().check(z.maxLength(20_000))),
})
export type Advanced = z.infer<typeof Advanced>
