import './tools-tab.css'
import { createSignal, For, type JSX, onMount, Show } from 'solid-js'
import type { ToolView } from '../../protocol/tools.ts'
import { useApp } from '../base/state/app-context.ts'
import { usePreferences } from '../base/state/preferences.ts'
import { allowedWords } from '../base/words/grant-words.ts'
import { said } from '../base/words/said.ts'
import { t } from '../base/words/t.ts'
import { toolTitle } from '../base/words/tool-title.ts'
import { AlwaysAllowed } from './AlwaysAllowed.tsx'
import { ModeChoice } from './ModeChoice.tsx'
import { groupTools, saidOf } from './tool-groups.ts'

type Approval = ToolView['approval']

/** Permissions of each tool in new sessions. */
export function ToolsTab(): JSX.Element {
  const { state, actions } = useApp()
  const { listTools } = usePreferences()
  // not a resource: it would suspend the dialog around it, which then loses its place in the top layer
  const [tools, setTools] = createSignal<ToolView[]>([])
  const [failed, setFailed] = createSignal(false)
  onMount(() => {
    listTools().then(setTools, () => setFailed(true))
  })
  const chosen = (tool: ToolView): Approval => state.preferences.approvals[tool.name] ?? tool.approval
  const choose = async (tool: ToolView, control: HTMLSelectElement): Promise<void> => {
    const approval = control.value as Approval
    await actions.setPreferences({ approvals: { ...state.preferences.approvals, [tool.name]: approval } })
    // if refused, shows the stored value again
    control.value = chosen(tool)
  }
  return (
    <>
      <ModeChoice />
      <p class="hint">{t('Defaults for new sessions. A running session asks in its own tool cards.')}</p>
      <Show when={!failed()} fallback={<p class="field-error">{t('Couldn’t load the list of tools.')}</p>}>
        <For each={groupTools(tools())}>
          {({ group, tools: some }) => (
            <section class="tool-group">
              <h3>{t(group)}</h3>
              <ul>
                <For each={some}>
                  {(tool) => (
                    <ToolLine tool={tool} chosen={chosen(tool)} onChoose={(control) => choose(tool, control)} />
                  )}
                </For>
              </ul>
            </section>
          )}
        </For>
      </Show>
      <AlwaysAllowed />
    </>
  )
}

/** A tool: a description for people, and its permission. */
function ToolLine(props: {
  tool: ToolView
  chosen: Approval
  onChoose: (control: HTMLSelectElement) => Promise<void>
}): JSX.Element {
  const own = () => saidOf(props.tool.name)
  return (
    <li class="tool-line">
      <div class="card-words">
        <strong title={props.tool.name}>{toolTitle(props.tool)}</strong>
        <Show when={own()} fallback={<span class="hint">{said(props.tool.description)}</span>}>
          {(words) => (
            <>
              <span class="hint">{t(words().does)}</span>
              <details class="hint">
                <summary>{t('What the model reads')}</summary>
                {said(props.tool.description)}
              </details>
            </>
          )}
        </Show>
      </div>
      <select
        class="select small"
        aria-label={t('Approval of {tool}', { tool: toolTitle(props.tool) })}
        value={props.chosen}
        onChange={(event) => void props.onChoose(event.currentTarget)}
      >
        <option value="allow">{allowedWords(props.tool.perSite)}</option>
        <option value="ask">{t('Asks first')}</option>
        <option value="never">{t('Never runs')}</option>
      </select>
    </li>
  )
}
