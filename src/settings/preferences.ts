import { z } from 'zod'

const theme = z.enum(['system', 'light', 'dark'])
const defaultProviderId = z.string().max(64).nullable()
const approvals = z.record(z.string(), z.enum(['allow', 'ask', 'never']))
const askBeforeAgainAbove = z.number().int().positive().nullable()
/** A share of the model's window. */
const compressAt = z.number().min(0.05).max(0.95).nullable()
const summaryModel = z
  .object({
    providerId: z.string().max(64),
    model: z.string().min(1).max(200),
    thinking: z.enum(['off', 'low', 'medium', 'high']),
  })
  .nullable()
const grants = z.array(z.string().max(300)).max(1000)

/** What a person chose for the whole app, not for one session. */
export const Preferences = z.object({
  theme: theme.default('system'),
  /** The provider that new sessions use, null until one is chosen. */
  defaultProviderId: defaultProviderId.default(null),
  /** What new sessions start with for a tool, by its name: chosen in the settings, or by an answer with scope "always". */
  approvals: approvals.default({}),
  /** What new sessions need no word for any more (`origin:https://example.org`), by an answer with scope "always". */
  grants: grants.default([]),
  /** Ask the person before an answer over this many tokens is asked for a second time; null: never ask. */
  askBeforeAgainAbove: askBeforeAgainAbove.default(null),
  /** New sessions compress their history above this share of the window; null: never. */
  compressAt: compressAt.default(0.75),
  /** The model that writes summaries; null: the session's own. */
  summaryModel: summaryModel.default(null),
})
export type Preferences = z.infer<typeof Preferences>
/** As an empty record parses; written out, because nothing may be parsed before a thread's entry has told zod to do without `Function`. */
export const DEFAULT_PREFERENCES: Preferences = {
  theme: 'system',
  defaultProviderId: null,
  approvals: {},
  grants: [],
  askBeforeAgainAbove: null,
  compressAt: 0.75,
  summaryModel: null,
}

/** Some of them, to be changed. Without defaults: those would set back every preference that a change does not name. */
export const PreferenceChanges = z
  .object({ theme, defaultProviderId, approvals, grants, askBeforeAgainAbove, compressAt, summaryModel })
  .partial()
