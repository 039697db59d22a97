import './service.css'
import { createSignal, For, type JSX, Show } from 'solid-js'
import type { Services } from '../../../protocol/services.ts'
import { t } from '../../base/words/t.ts'
import { McpServerCard } from './McpServerCard.tsx'
import { McpServerForm } from './McpServerForm.tsx'

/** Servers with tools for the agent (MCP over HTTP). */
export function McpServers(props: { services: Services; onChange: () => void }): JSX.Element {
  const [adding, setAdding] = createSignal(false)
  let add: HTMLButtonElement | undefined
  const close = (): void => {
    setAdding(false)
    // the form had the focus
    add?.focus({ preventScroll: true })
  }
  const ids = () => props.services.servers.map((server) => server.id)
  return (
    <section class="service" aria-label={t('MCP servers')}>
      <h3>{t('MCP servers')}</h3>
      <p class="hint">{t('Tools from other servers. Every call asks for approval until you trust the server.')}</p>
      <ul class="cards">
        <For each={ids()}>
          {(id) => (
            <Show when={props.services.servers.find((server) => server.id === id)}>
              {(server) => <McpServerCard server={server()} onChange={() => props.onChange()} addButton={() => add} />}
            </Show>
          )}
        </For>
      </ul>
      <Show
        when={adding()}
        fallback={
          <button ref={add} type="button" class="button" onClick={() => setAdding(true)}>
            {t('Add server')}
          </button>
        }
      >
        <McpServerForm
          onClose={close}
          onSaved={() => {
            close()
            props.onChange()
          }}
        />
      </Show>
    </section>
  )
}
