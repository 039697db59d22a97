import { For, type JSX } from 'solid-js'
import { NotificationSetting } from '../notifications/NotificationSetting.tsx'
import { useApp } from '../state/app-context.ts'
import { FreshSettings } from './FreshSettings.tsx'

const THEMES = [
  { value: 'system', label: 'As the system' },
  { value: 'light', label: 'Light' },
  { value: 'dark', label: 'Dark' },
] as const

export function AppearanceTab(): JSX.Element {
  const { state, actions } = useApp()
  return (
    <>
      <FreshSettings />
      <fieldset class="choices">
        <legend>Theme</legend>
        <For each={THEMES}>
          {(theme) => (
            <label class="check">
              <input
                type="radio"
                name="theme"
                checked={state.preferences.theme === theme.value}
                onChange={() => void actions.setPreferences({ theme: theme.value })}
              />
              <span>{theme.label}</span>
            </label>
          )}
        </For>
      </fieldset>
      <NotificationSetting />
    </>
  )
}
