import type { JSX } from 'solid-js'
import { FallbackFields } from '../models/FallbackFields.tsx'
import { useApp } from '../state/app-context.ts'
import { t } from '../words/t.ts'

/** Who is asked instead, in all sessions that have no list of their own. */
export function GoOnWith(): JSX.Element {
  const { state, actions } = useApp()
  return (
    <>
      <h3>{t('When a model has no room')}</h3>
      <p class="hint">
        {t(
          "Overloaded, at its rate limit, broken inside or out of credit: the run goes on with the next model of this list, says so in the conversation, and begins with the chosen one again next time. What was said goes to that model's provider, too.",
        )}
      </p>
      <FallbackFields
        chain={state.preferences.fallback}
        onChange={(fallback) => void actions.setPreferences({ fallback })}
      />
    </>
  )
}
