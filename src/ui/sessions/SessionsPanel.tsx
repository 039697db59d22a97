import './sessions-panel.css'
import Plus from 'lucide-solid/icons/plus'
import Search from 'lucide-solid/icons/search'
import Settings from 'lucide-solid/icons/settings'
import { createMemo, For, type JSX, Show } from 'solid-js'
import { oneOfEach } from '../branches/variants.ts'
import { IconButton } from '../kit/IconButton.tsx'
import { sessionHash } from '../kit/session-hash.ts'
import { defaultProvider } from '../providers/default-provider.ts'
import { useApp } from '../state/app-context.ts'
import { SessionRow } from './SessionRow.tsx'

/** The sessions at the side, newest first, with what begins a new one and the settings. `unseen`: ids of those that are marked. */
export function SessionsPanel(props: { unseen: ReadonlySet<string> }): JSX.Element {
  const { state, actions, openDialog } = useApp()
  // ids, so that a row keeps its element (and its menu) while its title or state changes
  const ids = createMemo(() => oneOfEach(state.sessions ?? [], state.open?.id ?? null).map((session) => session.id))
  // looked up once for all rows: with thousands of sessions each would else go through all
  const byId = createMemo(() => new Map(state.sessions?.map((session) => [session.id, session])))
  const startNew = (): void => {
    const chosen = defaultProvider(state)
    if (chosen) actions.createSession(chosen.id, chosen.model)
    else {
      location.hash = '#/'
      actions.notify('Add a provider or try the demo to begin.')
    }
  }
  return (
    <aside class="sessions" aria-label="Sidebar">
      <div class="sessions-head">
        <a class="brand" href="#/" aria-label="Reflexor home">
          <img src={`${import.meta.env.BASE_URL}icons/icon.svg`} alt="" width="24" height="24" />
          <span>Reflexor</span>
        </a>
        <IconButton label="Search" aria-keyshortcuts="Control+Shift+F" onClick={() => openDialog('search')}>
          <Search size={18} />
        </IconButton>
      </div>
      <button type="button" class="button new-session" onClick={startNew}>
        <Plus size={18} /> New session
      </button>
      <nav aria-label="Sessions" class="sessions-list">
        <Show
          when={ids().length > 0}
          fallback={<p class="hint pad">{state.sessions === null ? 'Loading…' : 'No sessions yet'}</p>}
        >
          <ul>
            <For each={ids()}>
              {(id) => {
                const session = createMemo(() => byId().get(id))
                return (
                  <Show when={session()}>
                    {(item) => <SessionRow session={item()} href={sessionHash(id)} unseen={props.unseen.has(id)} />}
                  </Show>
                )
              }}
            </For>
          </ul>
        </Show>
      </nav>
      <div class="sessions-foot">
        <button type="button" class="button ghost wide" onClick={() => openDialog('settings')}>
          <Settings size={18} /> Settings
        </button>
      </div>
    </aside>
  )
}
