import type { UserIntent } from '../../src/agent/user-intent.ts'

/** What the writer adds to an intent while no answer is under way and no file exists. */
type Added<Type> = Type extends 'user-send-message' | 'user-abort'
  ? { partials: Record<string, never> }
  : Type extends 'user-change-files'
    ? { known: never[] }
    : Record<never, never>

/** The input that a person's intent becomes while no answer is under way and no file exists. */
export function said<Intent extends UserIntent>(intent: Intent): Intent & Added<Intent['type']> {
  const added =
    intent.type === 'user-change-files'
      ? { known: [] }
      : intent.type === 'user-send-message' || intent.type === 'user-abort'
        ? { partials: {} }
        : {}
  return { ...intent, ...added } as Intent & Added<Intent['type']>
}
