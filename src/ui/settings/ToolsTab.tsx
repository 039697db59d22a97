import { createSignal, For, type JSX, onMount, Show } from 'solid-js'
import type { ToolView } from '../../protocol/preferences.ts'
import { McpServers } from '../services/McpServers.tsx'
import { ReaderSettings } from '../services/ReaderSettings.tsx'
import { SearchSettings } from '../services/SearchSettings.tsx'
import { createServices } from '../services/services.ts'
import { useApp } from '../state/app-context.ts'
import { usePreferences } from '../state/preferences.ts'
import { allowedWords } from '../tool-calls/grant-words.ts'
import { AlwaysAllowed } from './AlwaysAllowed.tsx'

type Approval = ToolView['approval']

/** What each tool may do by itself in sessions that begin from now on. */
export function ToolsTab(): JSX.Element {
  const { state, actions } = useApp()
  const { listTools } = usePreferences()
  // no resource: it would suspend the dialog around it, which then loses its place in the top layer
  const [tools, setTools] = createSignal<ToolView[]>([])
  const [failed, setFailed] = createSignal(false)
  onMount(() => {
    listTools().then(setTools, () => setFailed(true))
  })
  const { services, reload } = createServices()
  const chosen = (tool: ToolView): Approval => state.preferences.approvals[tool.name] ?? tool.approval
  const choose = async (tool: ToolView, control: HTMLSelectElement): Promise<void> => {
    const approval = control.value as Approval
    await actions.setPreferences({ approvals: { ...state.preferences.approvals, [tool.name]: approval } })
    // refused, it shows again what is true
    control.value = chosen(tool)
  }
  return (
    <>
      <p class="hint">What new sessions start with. A running session asks in its own tool cards.</p>
      <Show when={!failed()} fallback={<p class="field-error">The tools could not be listed.</p>}>
        <ul class="cards">
          <For each={tools()}>
            {(tool) => (
              <li class="card">
                <div class="card-words">
                  <strong>{tool.label}</strong>
                  <span class="hint">{tool.description}</span>
                </div>
                <select
                  class="select small"
                  aria-label={`Approval of ${tool.label}`}
                  value={chosen(tool)}
                  onChange={(event) => void choose(tool, event.currentTarget)}
                >
                  <option value="allow">{allowedWords(tool.perSite)}</option>
                  <option value="ask">Asks first</option>
                  <option value="never">Never runs</option>
                </select>
              </li>
            )}
          </For>
        </ul>
      </Show>
      <AlwaysAllowed />
      <Show
        when={!services.error && services.latest}
        fallback={services.error ? <p class="field-error">The services could not be listed.</p> : null}
      >
        {(known) => (
          <>
            <SearchSettings services={known()} onChange={reload} />
            <ReaderSettings services={known()} onChange={reload} />
            <McpServers services={known()} onChange={reload} />
          </>
        )}
      </Show>
    </>
  )
}
