import type { JSX } from 'solid-js'
import { useApp } from '../../base/state/app-context.ts'
import { t } from '../../base/words/t.ts'
import { FallbackFields } from '../models/FallbackFields.tsx'

/** The models asked instead of a busy one, in all sessions without a list of their own. */
export function GoOnWith(): JSX.Element {
  const { state, actions } = useApp()
  return (
    <>
      <h3>{t('Fallback models')}</h3>
      <p class="hint">
        {t(
          'If a model is overloaded, rate-limited, failing or out of credit, the run continues with the next model in this list and says so in the session. The next run starts with your chosen model again. The conversation is also sent to that model’s provider.',
        )}
      </p>
      <FallbackFields
        chain={state.preferences.fallback}
        onChange={(fallback) => void actions.setPreferences({ fallback })}
      />
    </>
  )
}
