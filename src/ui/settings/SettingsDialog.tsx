import { isComposing } from '../base/kit/is-composing.ts'
import './settings-dialog.css'
import { type Component, createEffect, createSignal, For, type JSX, onCleanup, onMount, Show, Suspense } from 'solid-js'
import { Dynamic } from 'solid-js/web'
import { Dialog } from '../base/kit/Dialog.tsx'
import { lazy } from '../base/kit/lazy.ts'
import { SearchBox } from '../base/kit/SearchBox.tsx'
import { SETTINGS_TABS, type SettingsTab } from '../base/state/settings-tabs.ts'
import { t } from '../base/words/t.ts'
import { AboutTab } from './AboutTab.tsx'
import { AppearanceTab } from './AppearanceTab.tsx'
import { DataTab } from './data/DataTab.tsx'
import { FoundSettings } from './FoundSettings.tsx'
import { MemoryTab } from './MemoryTab.tsx'
import { PromptsTab } from './prompts/PromptsTab.tsx'
import { ModelsTab } from './providers/ModelsTab.tsx'
import { McpTab, ServicesTab } from './ServicesTab.tsx'
import { controlAt, placeOf, type Setting, TAB_LOADING } from './settings-index.ts'
import { ToolsTab } from './ToolsTab.tsx'
import { UsageTab } from './usage/UsageTab.tsx'

const VIEWS: Record<SettingsTab, Component<{ onClose: () => void }>> = {
  Models: ModelsTab,
  Tools: ToolsTab,
  Services: ServicesTab,
  MCP: McpTab,
  Memory: MemoryTab,
  Prompts: PromptsTab,
  Skills: lazy(() => import('./skills/SkillsTab.tsx')),
  Personas: lazy(() => import('./personas/PersonasTab.tsx')),
  Usage: UsageTab,
  Data: DataTab,
  Devices: lazy(() => import('../sharing/devices/DevicesTab.tsx')),
  Appearance: AppearanceTab,
  About: AboutTab,
}

/** Settings: one tab each, opened at `tab`; arrow keys move between tabs. */
export default function SettingsDialog(props: { tab?: SettingsTab; onClose: () => void }): JSX.Element {
  const [chosen, setChosen] = createSignal(SETTINGS_TABS.indexOf(props.tab ?? 'Models'))
  const [query, setQuery] = createSignal('')
  let list: HTMLDivElement | undefined
  let panel: HTMLDivElement | undefined
  const open = async (setting: Setting): Promise<void> => {
    setChosen(SETTINGS_TABS.indexOf(setting.tab))
    setQuery('')
    if (!panel) return
    const place = await placeOf(panel, setting)
    if (place === null) return panel.focus()
    const control = controlAt(panel, place)
    place.scrollIntoView({ block: 'center' })
    ;(control ?? panel).focus({ preventScroll: true })
    place.classList.add('found-place')
    setTimeout(() => place.classList.remove('found-place'), 2000)
  }
  const keys = (event: KeyboardEvent): void => {
    if (isComposing(event)) return
    const results = event.currentTarget as HTMLElement
    const buttons = [...results.querySelectorAll<HTMLElement>('.found-settings button')]
    const at = buttons.indexOf(document.activeElement as HTMLElement)
    if (event.key === 'Escape' && query() !== '') setQuery('')
    else if (event.key === 'ArrowDown' && buttons.length > 0) buttons[Math.min(at + 1, buttons.length - 1)]?.focus()
    else if (event.key === 'ArrowUp' && at > 0) buttons[at - 1]?.focus()
    else if (event.key === 'ArrowUp' && at === 0) results.querySelector('input')?.focus()
    else if (event.key === 'Enter' && at === -1 && query() !== '') buttons[0]?.click()
    else return
    event.preventDefault()
  }
  const move = (event: KeyboardEvent): void => {
    const by = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0
    if (by === 0) return
    event.preventDefault()
    const next = (chosen() + by + SETTINGS_TABS.length) % SETTINGS_TABS.length
    setChosen(next)
    list?.querySelectorAll<HTMLElement>('[role=tab]')[next]?.focus()
  }
  // on a narrow screen the tabs are a row that scrolls: the open tab is in view, and part of the next
  const reveal = (): void =>
    list?.querySelectorAll('[role=tab]')[chosen()]?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  createEffect(reveal)
  // before it has a size, nothing in it moves
  const sized = new ResizeObserver(reveal)
  onMount(() => list && sized.observe(list))
  onCleanup(() => sized.disconnect())
  return (
    <Dialog label={t('Settings')} class="settings whole-on-phones" onClose={props.onClose}>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: keys of the box and of what it finds, which have the focus */}
      <div class="find-setting" onKeyDown={keys}>
        <SearchBox label={t('Find a setting')} most={100} value={query()} onInput={setQuery} />
        <Show when={query().trim() !== ''}>
          <FoundSettings query={query()} onChoose={(setting) => void open(setting)} />
        </Show>
      </div>
      <div class="settings-tabs" hidden={query().trim() !== ''}>
        <div ref={list} role="tablist" aria-label={t('Settings')} class="tabs" onKeyDown={move}>
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
                {t(tab)}
              </button>
            )}
          </For>
        </div>
        <div
          ref={panel}
          role="tabpanel"
          id="settings-panel"
          aria-labelledby={`tab-${SETTINGS_TABS[chosen()]}`}
          class="tab-panel"
          tabindex="0"
        >
          {/* an outer Suspense would remove the dialog while a tab loads, and a dialog put back is not modal */}
          <Suspense fallback={<p class={`hint ${TAB_LOADING}`}>{t('Loading…')}</p>}>
            <Dynamic component={VIEWS[SETTINGS_TABS[chosen()] ?? 'Models']} onClose={props.onClose} />
          </Suspense>
        </div>
      </div>
    </Dialog>
  )
}
