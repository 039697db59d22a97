import * as z from 'zod/mini'
import { PreferenceChanges } from '../settings/preferences.ts'
import { CHOSEN_PREFERENCES } from './chosen-preferences.ts'

/** What the person prefers, and the tools that they may allow or forbid. */

export const PREFERENCE_REQUESTS = [
  z.object({ kind: z.literal('list-tools') }),
  z.object({ kind: z.literal('get-preferences') }),
  /** `fresh`: the person gives up what is stored, because it cannot be read; the others start as they were at first. */
  z.object({
    kind: z.literal('set-preferences'),
    preferences: PreferenceChanges,
    fresh: z.optional(z.boolean()),
  }),
] as const

/** A tool as the settings show it; `approval` is what it starts with by itself. */
const ToolView = z.lazy(() =>
  z.object({
    name: z.string(),
    label: z.string(),
    description: z.string(),
    repeat: z.enum(['pure', 'idempotent', 'once']),
    approval: z.enum(['allow', 'ask', 'never']),
    /** Allowed, it asks all the same, once for each new site. */
    perSite: z.optional(z.boolean()),
  }),
)
export type ToolView = z.infer<typeof ToolView>

export const PREFERENCE_RESULTS = { ...CHOSEN_PREFERENCES, 'list-tools': z.array(ToolView) }
export type PreferenceKind = keyof typeof PREFERENCE_RESULTS
