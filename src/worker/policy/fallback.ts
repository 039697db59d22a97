import type { Config, Fallback } from '../../agent/config.ts'
import type { Preferences } from '../../settings/preferences.ts'

/**
 * The update of a session’s list of models before a run; null: nothing has changed, or the person set the list for this
 * session.
 */
export function fallbackChanges(
  { fallback = NONE }: Pick<Config, 'fallback'>,
  { fallback: wanted }: Preferences,
): Pick<Config, 'fallback'> | null {
  return fallback.own === true || isSame(fallback, wanted) ? null : { fallback: wanted }
}

const NONE: Fallback = { models: [], after: 2 }

const isSame = (a: Fallback, b: Fallback): boolean =>
  a.after === b.after &&
  a.models.length === b.models.length &&
  a.models.every(({ providerId, model }, n) => providerId === b.models[n]?.providerId && model === b.models[n]?.model)
