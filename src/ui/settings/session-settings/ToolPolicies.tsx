import { createSignal, For, type JSX, onMount, Show } from 'solid-js'
import type { Config, ToolPolicy } from '../../../agent/config.ts'
import { keepInList } from '../../base/kit/keep-in-list.ts'
import { useApp } from '../../base/state/app-context.ts'
import { createChange } from '../../base/state/create-change.ts'
import { usePreferences } from '../../base/state/preferences.ts'
import { allowedWords, grantWords } from '../../base/words/grant-words.ts'
import { t } from '../../base/words/t.ts'
import { toolWords } from '../../base/words/tool-words.ts'

/** The permission of each tool in this session, and other permissions that the person gave. */
export function ToolPolicies(props: { config: Config }): JSX.Element {
  const { actions } = useApp()
  const { listTools } = usePreferences()
  const [perSite, setPerSite] = createSignal<ReadonlySet<string>>(new Set())
  onMount(() => {
    listTools().then(
      (tools) => setPerSite(new Set(tools.flatMap((tool) => (tool.perSite ? [tool.name] : [])))),
      () => actions.notify(t('Couldn’t load the list of tools.')),
    )
  })
  const names = () => Object.keys(props.config.tools).sort()
  const change = (name: string) =>
    createChange(
      () => props.config.tools[name]?.approval ?? 'never',
      (approval: ToolPolicy['approval']) => {
        const policy = props.config.tools[name]
        return policy ? actions.configure({ tools: { ...props.config.tools, [name]: { ...policy, approval } } }) : null
      },
    )
  const grants = () => props.config.grants ?? []
  return (
    <>
      <ul class="policies">
        <For each={names()} fallback={<li class="hint">{t('This session has no tools.')}</li>}>
          {(name) => {
            const { shown, choose } = change(name)
            return (
              <li>
                <span class="policy-name" title={name}>
                  {toolWords(name).label}
                </span>
                <select
                  class="select small"
                  aria-label={t('Approval of {tool}', { tool: toolWords(name).label })}
                  value={shown()}
                  onChange={(event) => choose(event.currentTarget)}
                >
                  <option value="allow">{allowedWords(perSite().has(name))}</option>
                  <option value="ask">{t('Asks first')}</option>
                  <option value="never">{t('Never runs')}</option>
                </select>
              </li>
            )
          }}
        </For>
      </ul>
      <Show when={grants().length > 0}>
        <h4>{t('Allowed for this session')}</h4>
        <ul class="policies">
          <For each={grants()}>
            {(grant) => (
              <li>
                <span>{grantWords(grant)}</span>
                <button
                  type="button"
                  class="button small"
                  aria-label={t('Revoke: {grant}', { grant: grantWords(grant) })}
                  onClick={(event) => {
                    keepInList(event.currentTarget)
                    actions.configure({ grants: grants().filter((other) => other !== grant) })
                  }}
                >
                  {t('Remove')}
                </button>
              </li>
            )}
          </For>
        </ul>
      </Show>
    </>
  )
}
