import './mcp-server-card.css'
import { createSignal, For, type JSX, Show } from 'solid-js'
import type { McpServerView } from '../../../protocol/services.ts'
import { McpServer } from '../../../settings/mcp-server.ts'
import { Confirm } from '../../base/kit/Confirm.tsx'
import { keepInList } from '../../base/kit/keep-in-list.ts'
import { SwitchCard } from '../../base/kit/SwitchCard.tsx'
import { VisibleText } from '../../base/kit/VisibleText.tsx'
import { actThen, createWork, type Outcome } from '../../base/state/create-work.ts'
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
    const refusal = await actThen(work, () => props.onChange())(step)
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
    <SwitchCard
      class="mcp-server"
      name={props.server.name}
      about={
        <>
          <span class="hint">{host()}</span>
          <span class="server-status" data-ok={props.server.status?.ok}>
            {props.server.status ? said(props.server.status.message) : t('Not connected yet')}
          </span>
          <Show when={props.server.note}>{(note) => <span class="hint">{said(note())}</span>}</Show>
        </>
      }
      problem={work.outcome()?.message}
      on={props.server.enabled}
      busy={work.busy()}
      word={t('Enabled')}
      onSwitch={(box) => void enable(box)}
    >
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
        <Confirm
          words={t(
            'Reflexor will believe what this server says about its tools. Tools it calls read-only run without asking. Do you trust {host}?',
            { host: host() },
          )}
          yes={t('Yes, trust it')}
          onYes={() => trust(true)}
          onCancel={() => setAsking(false)}
        />
      </Show>
    </SwitchCard>
  )
}
