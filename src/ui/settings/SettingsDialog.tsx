import './settings-dialog.css'
import { createSignal, For, type JSX, Suspense } from 'solid-js'
import { Dynamic } from 'solid-js/web'
import { DataTab } from '../data/DataTab.tsx'
import { Dialog } from '../kit/Dialog.tsx'
import { ModelsTab } from '../providers/ModelsTab.tsx'
import { UsageTab } from '../usage/UsageTab.tsx'
import { AboutTab } from './AboutTab.tsx'
import { AppearanceTab } from './AppearanceTab.tsx'
import { MemoryTab } from './MemoryTab.tsx'
import { ToolsTab } from './ToolsTab.tsx'

const TABS = [
  { name: 'Models', view: ModelsTab },
  { name: 'Tools', view: ToolsTab },
  { name: 'Memory', view: MemoryTab },
  { name: 'Usage', view: UsageTab },
  { name: 'Data', view: DataTab },
  { name: 'Appearance', view: AppearanceTab },
  { name: 'About', view: AboutTab },
]

/** Settings: one tab each; arrow keys move between tabs. */
export default function SettingsDialog(props: { onClose: () => void }): JSX.Element {
  const [chosen, setChosen] = createSignal(0)
  let list: HTMLDivElement | undefined
  const move = (event: KeyboardEvent): void => {
    const by = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0
    if (by === 0) return
    event.preventDefault()
    const next = (chosen() + by + TABS.length) % TABS.length
    setChosen(next)
    list?.querySelectorAll<HTMLElement>('[role=tab]')[next]?.focus()
  }
  return (
    <Dialog label="Settings" class="settings" onClose={props.onClose}>
      <div ref={list} role="tablist" aria-label="Settings" class="tabs" onKeyDown={move}>
        <For each={TABS}>
          {(tab, index) => (
            <button
              type="button"
              role="tab"
              autofocus={index() === 0}
              id={`tab-${tab.name}`}
              aria-controls="settings-panel"
              aria-selected={chosen() === index()}
              tabindex={chosen() === index() ? 0 : -1}
              onClick={() => setChosen(index())}
            >
              {tab.name}
            </button>
          )}
        </For>
      </div>
      <div
        role="tabpanel"
        id="settings-panel"
        aria-labelledby={`tab-${TABS[chosen()]?.name}`}
        class="tab-panel"
        tabindex="0"
      >
        {/* its own: one further out would take the dialog out of the page while a tab loads, and a put-back dialog is not modal */}
        <Suspense fallback={<p class="hint">Loading…</p>}>
          <Dynamic component={TABS[chosen()]?.view ?? ModelsTab} onClose={props.onClose} />
        </Suspense>
      </div>
    </Dialog>
  )
}
