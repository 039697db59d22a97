import { type JSX, Show } from 'solid-js'
import type { Services } from '../../protocol/services.ts'
import { t } from '../base/words/t.ts'
import { GitHostSettings } from './services/GitHostSettings.tsx'
import { McpServers } from './services/McpServers.tsx'
import { ReaderSettings } from './services/ReaderSettings.tsx'
import { RelaySettings } from './services/RelaySettings.tsx'
import { SearchSettings } from './services/SearchSettings.tsx'
import { createServices } from './services/services.ts'

/** The services that tools use on the web: search, a reader of pages, a relay, a git host. */
export function ServicesTab(): JSX.Element {
  return (
    <Known>
      {(services, reload) => (
        <>
          <SearchSettings services={services()} onChange={reload} />
          <ReaderSettings services={services()} onChange={reload} />
          <RelaySettings services={services()} onChange={reload} />
          <GitHostSettings services={services()} onChange={reload} />
        </>
      )}
    </Known>
  )
}

/** Servers with tools of their own. */
export function McpTab(): JSX.Element {
  return <Known>{(services, reload) => <McpServers services={services()} onChange={reload} />}</Known>
}

function Known(props: { children: (services: () => Services, reload: () => void) => JSX.Element }): JSX.Element {
  const { services, reload } = createServices()
  return (
    <Show
      when={!services.error && services.latest}
      fallback={services.error ? <p class="field-error">{t('Couldn’t load the list of services.')}</p> : null}
    >
      {(known) => props.children(known, reload)}
    </Show>
  )
}
