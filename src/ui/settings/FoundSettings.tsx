import { createMemo, For, type JSX, Show } from 'solid-js'
import { t } from '../base/words/t.ts'
import { type Setting, settingsFor } from './settings-index.ts'

/** The settings that match the search, each with its tab. */
export function FoundSettings(props: { query: string; onChoose: (setting: Setting) => void }): JSX.Element {
  const found = createMemo(() => settingsFor(props.query))
  return (
    <div class="tab-panel">
      <p class="hint" role="status" aria-label={t('Found')}>
        {found().length === 0 ? t('No settings found.') : ''}
      </p>
      <ul class="found-settings" aria-label={t('Settings found')}>
        <For each={found()}>
          {(setting) => (
            <li>
              <button type="button" class="button ghost" onClick={() => props.onChoose(setting)}>
                <span>{t(setting.label)}</span>
                <span class="hint">{t(setting.tab)}</span>
              </button>
            </li>
          )}
        </For>
      </ul>
      <Show when={found().length > 0}>
        <p class="hint">{t('Options for a single session are next to its title.')}</p>
      </Show>
    </div>
  )
}
