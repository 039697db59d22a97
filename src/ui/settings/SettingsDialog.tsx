import './settings-dialog.css'
import { type Component, createSignal, For, type JSX, Suspense } from 'solid-js'
import { Dynamic } from 'solid-js/web'
import { DataTab } from '../data/DataTab.tsx'
import { Dialog } from '../kit/Dialog.tsx'
import { lazy } from '../kit/lazy.ts'
import { ModelsTab } from '../providers/ModelsTab.tsx'
import { UsageTab } from '../usage/UsageTab.tsx'
import { AboutTab } from './AboutTab.tsx'
import { AppearanceTab } from './AppearanceTab.tsx'
import { MemoryTab } from './MemoryTab.tsx'
import { SETTINGS_TABS, type SettingsTab } from './settings-tabs.ts'
import { ToolsTab } from './ToolsTab.tsx'

const VIEWS: Record<SettingsTab, Component<{ onClose: () => void }>> = {
  Models: ModelsTab,
  Tools: ToolsTab,
  Memory: MemoryTab,
  Usage: UsageTab,
  Data: DataTab,
  Devices: lazy(() => import('../devices/DevicesTab.tsx')),
  Appearance: AppearanceTab,
  About: AboutTab,
}

/** Settings: one tab each, opened at `tab`; arrow keys move between tabs. */
export default function SettingsDialog(props: { tab?: SettingsTab; onClose: () => void }): JSX.Element {
  const [chosen, setChosen] = createSignal(SETTINGS_TABS.indexOf(props.tab ?? 'Models'))
  let list: HTMLDivElement | undefined
  const move = (event: KeyboardEvent): void => {
    const by = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0
    if (by === 0) return
    event.preventDefault()
    const next = (chosen() + by + SETTINGS_TABS.length) % SETTINGS_TABS.length
    setChosen(next)
    list?.querySelectorAll<HTMLElement>('[role=tab]')[next]?.focus()
  }
  return (
    <Dialog label="Settings" class="settings" onClose={props.onClose}>
      <div ref={list} role="tablist" aria-label="Settings" class="tabs" onKeyDown={move}>
        <For each={SETTINGS_TABS}>
          {(tab, index) => (
            <button
              type="button"
              role="tab"
              autofocus={chosen() === index()}
              id={`tab-${tab}`}
              aria-controls="settings-panel"
              aria-selected={chosen() === index()}
              tabindex={chosen() === index() ? 0 : -1}
              onClick={() => setChosen(index())}
            >
              {tab}
            </button>
          )}
        </For>
      </div>
      <div
        role="tabpanel"
        id="settings-panel"
        aria-labelledby={`tab-${SETTINGS_TABS[chosen()]}`}
        class="tab-panel"
        tabindex="0"
      >
        {/* its own: one further out would take the dialog out of the page while a tab loads, and a put-back dialog is not modal */}
        <Suspense fallback={<p class="hint">Loading…</p>}>
          <Dynamic component={VIEWS[SETTINGS_TABS[chosen()] ?? 'Models']} onClose={props.onClose} />
        </Suspense>
      </div>
    </Dialog>
  )
}
