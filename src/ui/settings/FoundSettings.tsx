import { createMemo, For, type JSX, Show } from 'solid-js'
import { matching } from '../kit/match.ts'
import { SETTINGS, type Setting } from './settings-index.ts'

/** The settings that the words fit, each with its tab. */
export function FoundSettings(props: { query: string; onChoose: (setting: Setting) => void }): JSX.Element {
  const found = createMemo(() => matching(SETTINGS, props.query))
  return (
    <div class="tab-panel">
      <p class="hint" role="status" aria-label="Found">
        {found().length === 0 ? 'Nothing is called so.' : ''}
      </p>
      <ul class="found-settings" aria-label="Settings found">
        <For each={found()}>
          {(setting) => (
            <li>
              <button type="button" class="button ghost" onClick={() => props.onChoose(setting)}>
                <span>{setting.label === 'Approval of' ? 'Approval of tools' : setting.label}</span>
                <span class="hint">{setting.tab}</span>
              </button>
            </li>
          )}
        </For>
      </ul>
      <Show when={found().length > 0}>
        <p class="hint">Options of one session alone stand beside its title.</p>
      </Show>
    </div>
  )
}
