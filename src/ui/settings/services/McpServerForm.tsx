import './mcp-server-form.css'
import { createSignal, For, Index, type JSX, Show } from 'solid-js'
import { MCP_PRESETS } from '../../../settings/mcp-presets.ts'
import { McpHeaders, McpServer, serverNameOf } from '../../../settings/mcp-server.ts'
import { TextField } from '../../base/kit/TextField.tsx'
import { createWork } from '../../base/state/create-work.ts'
import { useMcpServers } from '../../base/state/services.ts'
import { t } from '../../base/words/t.ts'
import { ServiceFoot } from './ServiceFields.tsx'

/** As servers call them. */
const AUTHORIZATION = 'Authorization'
const BEARER = 'Bearer …'
const EXAMPLE = 'https://mcp.example.org/mcp'

type Header = { name: string; value: string }

/** A new server: its address, a name for it, and headers that only it receives. */
export function McpServerForm(props: { onClose: () => void; onSaved: () => void }): JSX.Element {
  const servers = useMcpServers()
  const work = createWork()
  const id = crypto.randomUUID()
  const [url, setUrl] = createSignal('')
  const [name, setName] = createSignal<string | null>(null)
  const [headers, setHeaders] = createSignal<Header[]>([])
  const origin = () => (URL.canParse(url().trim()) ? new URL(url().trim()).origin : null)
  const shownName = () => name() ?? (url().trim() === '' ? '' : serverNameOf(url().trim()))
  const changeHeader = (place: number, part: Partial<Header>): void =>
    void setHeaders(headers().map((header, at) => (at === place ? { ...header, ...part } : header)))
  const asked = () => {
    const named = headers().filter((header) => header.name.trim() !== '')
    const given = McpHeaders.safeParse(Object.fromEntries(named.map((header) => [header.name.trim(), header.value])))
    if (!given.success) throw new Error('Header names can contain only letters, digits and hyphens.')
    const server = McpServer.safeParse({
      id,
      name: shownName(),
      url: url().trim(),
      enabled: true,
      trusted: false,
      createdAt: Date.now(),
    })
    if (origin() === null) throw new Error('This isn’t an address. It must start with https://.')
    if (!server.success)
      throw new Error('Start with a lowercase letter. Use a-z, 0-9 and hyphens, at most 24 characters.')
    return [server.data, given.data] as const
  }
  const test = (): void => void work.run(async () => servers.test(...asked()))
  const save = (): void =>
    void work.run(async () => {
      await servers.save(...asked())
      props.onSaved()
      return null
    })
  return (
    <div class="card server-form">
      <h4>{origin() ?? t('New server')}</h4>
      <fieldset class="server-presets">
        <legend class="hint">{t('Public servers that allow web pages:')}</legend>
        <For each={MCP_PRESETS}>
          {(preset) => (
            <button
              type="button"
              class="button"
              onClick={() => {
                setUrl(preset.url)
                setName(preset.name)
              }}
            >
              {preset.title}
            </button>
          )}
        </For>
      </fieldset>
      <TextField
        label={t('URL')}
        value={url()}
        placeholder={EXAMPLE}
        ref={(box) => queueMicrotask(() => box.focus())}
        onInput={setUrl}
      />
      <TextField
        label={t('Name')}
        value={shownName()}
        hint={t('Used as a prefix for its tool names.')}
        onInput={setName}
      />
      <Index each={headers()}>
        {(header, place) => (
          <div class="header-line">
            <input
              class="input"
              aria-label={t('Header {n}', { n: place + 1 })}
              placeholder={AUTHORIZATION}
              autocomplete="off"
              value={header().name}
              onInput={(event) => changeHeader(place, { name: event.currentTarget.value })}
            />
            <input
              class="input"
              aria-label={t('Value of header {n}', { n: place + 1 })}
              placeholder={BEARER}
              data-secret
              autocomplete="off"
              value={header().value}
              onInput={(event) => changeHeader(place, { value: event.currentTarget.value })}
            />
          </div>
        )}
      </Index>
      <button
        type="button"
        class="button small ghost"
        onClick={() => setHeaders([...headers(), { name: headers().length === 0 ? AUTHORIZATION : '', value: '' }])}
      >
        {t('Add header')}
      </button>
      <Show when={headers().length > 0}>
        <p class="hint">{t('Headers are encrypted and sent only to this origin.')}</p>
      </Show>
      <ServiceFoot outcome={work.outcome()} busy={work.busy()} onTest={test} onSave={save}>
        <button type="button" class="button ghost" onClick={() => props.onClose()}>
          {t('Cancel')}
        </button>
      </ServiceFoot>
    </div>
  )
}
