import './mcp-server-card.css'
import { createSignal, For, type JSX, Show } from 'solid-js'
import type { McpServerView } from '../../../protocol/services.ts'
import { McpServer } from '../../../settings/mcp-server.ts'
import { keepInList } from '../../base/kit/keep-in-list.ts'
import { VisibleText } from '../../base/kit/VisibleText.tsx'
import { createWork, type Outcome } from '../../base/state/create-work.ts'
import { useMcpServers } from '../../base/state/services.ts'
import { said } from '../../base/words/said.ts'
import { count, t } from '../../base/words/t.ts'
import { McpSignIn } from './McpSignIn.tsx'

/** A server: its state, its tools, and the person’s decisions about it. */
export function McpServerCard(props: {
  server: McpServerView
  onChange: () => void
  /** Receives the focus when the last server is removed. */
  addButton: () => HTMLElement | undefined
}): JSX.Element {
  const servers = useMcpServers()
  const work = createWork()
  const [asking, setAsking] = createSignal(false)
  const serverId = () => props.server.id
  const host = () => (URL.canParse(props.server.url) ? new URL(props.server.url).host : props.server.url)
  /** Returns the reason of a refusal; null: done. */
  const act = async (step: () => Promise<unknown>): Promise<Outcome | null> => {
    const pressed = document.activeElement
    const refusal = await work.run(async () => {
      await step()
      props.onChange()
      return null
    })
    // browsers take the focus from a disabled element
    if (document.activeElement === document.body && pressed instanceof HTMLElement) pressed.focus()
    return refusal
  }
  const trust = (trusted: boolean): void => {
    setAsking(false)
    void act(() => servers.trust(serverId(), trusted))
  }
  const enable = async (box: HTMLInputElement): Promise<void> => {
    const enabled = box.checked
    const refusal = await act(() => servers.save(McpServer.parse({ ...props.server, enabled })))
    // otherwise the control keeps the person’s choice, because its value did not change
    if (refusal) box.checked = props.server.enabled
  }
  return (
    <li class="card mcp-server">
      <div class="card-words">
        <strong>
          <VisibleText text={props.server.name} />
        </strong>
        <span class="hint">{host()}</span>
        <span class="server-status" data-ok={props.server.status?.ok}>
          {props.server.status ? said(props.server.status.message) : t('Not connected yet')}
        </span>
        <Show when={props.server.note}>{(note) => <span class="hint">{said(note())}</span>}</Show>
        <Show when={work.outcome()}>{(outcome) => <span class="field-error">{said(outcome().message)}</span>}</Show>
      </div>
      <label class="check">
        <input
          type="checkbox"
          checked={props.server.enabled}
          disabled={work.busy()}
          onChange={(event) => void enable(event.currentTarget)}
        />
        <span>{t('Enabled')}</span>
      </label>
      <Show when={props.server.tools.length > 0}>
        <details class="server-tools">
          <summary>{count(props.server.tools.length, '1 tool', '{n} tools')}</summary>
          <ul>
            <For each={props.server.tools.slice(0, 200)}>
              {(tool) => (
                <li>
                  <strong>
                    <VisibleText text={tool.title || tool.name} />
                  </strong>
                  <Show when={tool.readOnly}> · {t('claims to be read-only')}</Show>
                  <Show when={tool.idempotent}> · {t('claims to be repeatable')}</Show>
                  <Show when={props.server.trusted && !tool.trusted}>
                    <span class="field-error"> · {t('changed since you trusted it')}</span>
                  </Show>
                  <p class="hint">
                    <VisibleText text={tool.description} />
                  </p>
                </li>
              )}
            </For>
          </ul>
        </details>
      </Show>
      <McpSignIn server={props.server} onChange={() => props.onChange()} />
      <div class="row server-actions">
        <button
          type="button"
          class="button small"
          disabled={work.busy()}
          onClick={() => void act(() => servers.refresh(serverId()))}
        >
          {work.busy() ? t('Asking…') : t('Refresh')}
        </button>
        <button
          type="button"
          class="button small"
          disabled={work.busy()}
          onClick={() => (props.server.trusted ? trust(false) : setAsking(true))}
        >
          {props.server.trusted ? t('Stop trusting') : t('Trust')}
        </button>
        <button
          type="button"
          class="button small ghost"
          disabled={work.busy()}
          aria-label={t('Remove {name}', { name: props.server.name })}
          onClick={(event) => {
            keepInList(event.currentTarget, '.server-actions button', props.addButton)
            void act(() => servers.remove(serverId()))
          }}
        >
          {t('Remove')}
        </button>
      </div>
      <Show when={asking()}>
        <div class="link-warning" role="alert">
          <p>
            {t(
              'Reflexor will believe what this server says about its tools. Tools it calls read-only run without asking. Do you trust {host}?',
              { host: host() },
            )}
          </p>
          <div class="row">
            <button type="button" class="button small" onClick={() => trust(true)}>
              {t('Yes, trust it')}
            </button>
            <button type="button" class="button small ghost" onClick={() => setAsking(false)}>
              {t('Cancel')}
            </button>
          </div>
        </div>
      </Show>
    </li>
  )
}
