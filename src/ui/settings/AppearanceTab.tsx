import { For, type JSX, Show } from 'solid-js'
import type { Preferences } from '../../settings/preferences.ts'
import { NotificationSetting } from '../base/notifications/NotificationSetting.tsx'
import { useApp } from '../base/state/app-context.ts'
import { type PlainPhrase, t } from '../base/words/t.ts'
import { FreshSettings } from './FreshSettings.tsx'
import { InstallSetting } from './install/InstallSetting.tsx'
import { LanguageChoice } from './LanguageChoice.tsx'
import { LooksChoice } from './LooksChoice.tsx'

const THEMES: readonly { value: Preferences['theme']; label: PlainPhrase }[] = [
  { value: 'system', label: 'System' },
  { value: 'light', label: 'Light' },
  { value: 'dark', label: 'Dark' },
]

export function AppearanceTab(): JSX.Element {
  const { state, actions } = useApp()
  let themes: HTMLFieldSetElement | undefined
  const choose = async (theme: Preferences['theme']): Promise<void> => {
    await actions.setPreferences({ theme })
    // if refused, shows the stored value again
    for (const radio of themes?.querySelectorAll('input') ?? []) radio.checked = radio.value === state.preferences.theme
  }
  return (
    <>
      <FreshSettings />
      <fieldset class="choices" ref={themes}>
        <legend>{t('Theme')}</legend>
        <For each={THEMES}>
          {(theme) => (
            <label class="check">
              <input
                type="radio"
                name="theme"
                value={theme.value}
                checked={state.preferences.theme === theme.value}
                onChange={() => void choose(theme.value)}
              />
              <span>{t(theme.label)}</span>
            </label>
          )}
        </For>
      </fieldset>
      <LooksChoice />
      <LanguageChoice />
      <InstallSetting />
      <NotificationSetting />
      <Show when={'wakeLock' in navigator}>
        <label class="check">
          <input
            type="checkbox"
            checked={state.preferences.keepAwake}
            onChange={(event) => void actions.setPreferences({ keepAwake: event.currentTarget.checked })}
          />
          <span>{t('Keep the screen on while a session runs')}</span>
        </label>
        <p class="hint">
          {t(
            'When the device sleeps, runs pause until it wakes. Keeping the screen on uses battery. It applies only while this page is visible.',
          )}
        </p>
      </Show>
    </>
  )
}
