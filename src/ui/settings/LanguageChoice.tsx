import { For, type JSX } from 'solid-js'
import type { Preferences } from '../../settings/preferences.ts'
import { useApp } from '../base/state/app-context.ts'
import { t } from '../base/words/t.ts'

/** Each language in its own words, so that a person who can’t read the current language finds theirs. */
const NAMED: readonly { value: Preferences['language']; name: string }[] = [
  { value: 'en', name: 'English' },
  { value: 'zh', name: '简体中文' },
]

export function LanguageChoice(): JSX.Element {
  const { state, actions } = useApp()
  return (
    <label class="choice-line">
      <span>{t('Language')}</span>
      <select
        class="select small"
        value={state.preferences.language}
        onChange={(event) => {
          const select = event.currentTarget
          const language = select.value as Preferences['language']
          // if refused, shows the stored value again
          void actions.setPreferences({ language }).then(() => (select.value = state.preferences.language))
        }}
      >
        <option value="auto">{t('Browser default')}</option>
        <For each={NAMED}>
          {({ value, name }) => (
            <option value={value} lang={value === 'zh' ? 'zh-Hans' : value}>
              {name}
            </option>
          )}
        </For>
      </select>
    </label>
  )
}
