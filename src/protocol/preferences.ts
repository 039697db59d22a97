import * as z from 'zod/mini'
import { PreferenceChanges } from '../settings/preferences.ts'
import { CHOSEN_PREFERENCES } from './chosen-preferences.ts'

/** The person's preferences, and the tools that they may allow or forbid. */

export const PREFERENCE_REQUESTS = [
  z.object({ kind: z.literal('list-tools') }),
  z.object({ kind: z.literal('get-preferences') }),
  /**
   * `fresh`: the person drops the stored preferences, because they cannot be read; the others return to their defaults.
   */
  z.object({
    kind: z.literal('set-preferences'),
    preferences: PreferenceChanges,
    /** What the page knew of them: of a list only the difference is applied, since other tabs change it too. */
    known: z.optional(PreferenceChanges),
    fresh: z.optional(z.boolean()),
  }),
] as const

/** A tool as the settings show it. `approval`: its own default. */
const ToolView = z.lazy(() =>
  z.object({
    name: z.string(),
    label: z.string(),
    description: z.string(),
    repeat: z.enum(['pure', 'idempotent', 'once']),
    approval: z.enum(['allow', 'ask', 'never']),
    /** Even if allowed, it asks once for each new site. */
    perSite: z.optional(z.boolean()),
  }),
)
export type ToolView = z.infer<typeof ToolView>

export const PREFERENCE_RESULTS = { ...CHOSEN_PREFERENCES, 'list-tools': z.array(ToolView) }
export type PreferenceKind = keyof typeof PREFERENCE_RESULTS
