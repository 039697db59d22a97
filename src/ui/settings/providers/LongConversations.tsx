import type { JSX } from 'solid-js'
import type { Preferences } from '../../../settings/preferences.ts'
import { useApp } from '../../base/state/app-context.ts'
import { t } from '../../base/words/t.ts'
import { ModelChoice } from './ModelChoice.tsx'

/** How new sessions stay within the context window, and which model does the small tasks besides answers. */
export function LongConversations(): JSX.Element {
  const { state, actions } = useApp()
  const preferences = () => state.preferences
  const choose = async (
    control: HTMLSelectElement,
    change: Partial<Preferences>,
    truth: () => string,
  ): Promise<void> => {
    await actions.setPreferences(change)
    // if refused, shows the stored value again
    control.value = truth()
  }
  return (
    <>
      <h3>{t('Long conversations')}</h3>
      <label class="choice-line">
        <span>{t('New sessions summarise their history')}</span>
        <select
          class="select small"
          value={String(preferences().compressAt ?? 'never')}
          onChange={(event) => {
            const { value } = event.currentTarget
            const compressAt = value === 'never' ? null : Number(value)
            void choose(event.currentTarget, { compressAt }, () => String(preferences().compressAt ?? 'never'))
          }}
        >
          <option value="0.5">{t('At {n}% of the context window', { n: 50 })}</option>
          <option value="0.75">{t('At {n}% of the context window', { n: 75 })}</option>
          <option value="0.9">{t('At {n}% of the context window', { n: 90 })}</option>
          <option value="never">{t('Never')}</option>
        </select>
      </label>
      <ModelChoice
        name="summaryModel"
        label={t('Model for summaries and names')}
        find={t('Find a model for summaries and names')}
        none={t('Same as the session')}
      />
      <label class="check">
        <input
          type="checkbox"
          checked={preferences().nameSessions}
          onChange={(event) => void actions.setPreferences({ nameSessions: event.currentTarget.checked })}
        />
        <span>{t('Name new sessions automatically (one small request each)')}</span>
      </label>
      <h3>{t('Helpers')}</h3>
      <ModelChoice
        name="helperModel"
        label={t('Model for helpers')}
        find={t('Find a model for helpers')}
        none={t('Same as the session')}
      />
      <label class="check">
        <input
          type="checkbox"
          checked={preferences().askHelperFiles}
          onChange={(event) => void actions.setPreferences({ askHelperFiles: event.currentTarget.checked })}
        />
        <span>{t('Ask me before files that a helper changed are kept')}</span>
      </label>
      <h3>{t('Pictures')}</h3>
      <ModelChoice
        name="pictureModel"
        label={t('Model for pictures')}
        find={t('Find a model for pictures')}
        none={t('Chosen at the session’s provider')}
      />
    </>
  )
}
