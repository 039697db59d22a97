import './host-name.css'
import { createMemo, createResource, type JSX, Show } from 'solid-js'
import { t } from '../../base/words/t.ts'

const domainCode = () => import('./registrable-domain.ts')

/**
 * A host that a person decides about. Its registrable domain stands out: the owner of that domain controls the whole
 * host, whatever its name begins with. The list of public suffixes is loaded with the first question. If it cannot be
 * loaded, the host is plain.
 */
export function HostName(props: { url: URL }): JSX.Element {
  const [code] = createResource(domainCode)
  const cut = createMemo(() => {
    const { host, hostname } = props.url
    // read the state, not the value: nothing waits for it, and after a failure the host stays plain
    const domain = code.state === 'ready' ? code().registrableDomain(hostname) : ''
    return domain === '' || !hostname.endsWith(domain)
      ? null
      : { before: hostname.slice(0, -domain.length), domain, after: host.slice(hostname.length) }
  })
  return (
    <bdi class="host-name">
      <Show when={cut()} fallback={props.url.host}>
        {(found) => (
          <>
            {found().before}
            <b title={t('The registered domain')}>{found().domain}</b>
            {found().after}
          </>
        )}
      </Show>
    </bdi>
  )
}
