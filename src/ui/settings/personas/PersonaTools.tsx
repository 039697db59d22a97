import { createSignal, For, type JSX, onMount, Show } from 'solid-js'
import type { ToolView } from '../../../protocol/tools.ts'
import { usePreferences } from '../../base/state/preferences.ts'
import { t } from '../../base/words/t.ts'
import { toolTitle } from '../../base/words/tool-title.ts'

/** The tools of a persona. Their permissions are those of any new session. */
export function PersonaTools(props: {
  without: readonly string[]
  onChange: (without: string[]) => void
}): JSX.Element {
  const { listTools } = usePreferences()
  const [tools, setTools] = createSignal<readonly ToolView[]>([])
  const [failed, setFailed] = createSignal(false)
  onMount(() => {
    listTools().then(setTools, () => setFailed(true))
  })
  const had = () => tools().filter(({ name }) => !props.without.includes(name)).length
  return (
    <Show when={!failed()} fallback={<p class="field-error">{t('Couldn’t load the list of tools.')}</p>}>
      <details class="persona-tools">
        <summary>{t('Tools: {n} of {all}', { n: had(), all: tools().length })}</summary>
        <div>
          <For each={tools()}>
            {(tool) => (
              <label class="check">
                <input
                  type="checkbox"
                  checked={!props.without.includes(tool.name)}
                  onChange={(event) =>
                    props.onChange(
                      event.currentTarget.checked
                        ? props.without.filter((other) => other !== tool.name)
                        : [...props.without, tool.name],
                    )
                  }
                />
                <span title={tool.name}>{toolTitle(tool)}</span>
              </label>
            )}
          </For>
        </div>
      </details>
    </Show>
  )
}
