import type { Adapter, AdapterOptions } from '../../llm/adapter.ts'
import type { Observations } from '../../llm/diagnose/diagnosis.ts'
import { otherAddresses } from '../../llm/diagnose/other-addresses.ts'
import type { LlmError } from '../../llm/port.ts'
import { placeOfHost } from '../../settings/place-of-host.ts'
import type { Provider } from '../../settings/provider.ts'
import { isThere, PATIENCE } from './is-there.ts'

/** Observes a failed connection. llm/diagnose.ts says what the observations mean. */

/** `models`: the provider's list; null: no list. Never rejects: an observation that fails is left out. */
export async function observe(
  provider: Provider,
  hasKey: boolean,
  { adapter, options }: { adapter: Adapter; options: AdapterOptions },
  error: LlmError,
  models: readonly string[] | null,
): Promise<Observations> {
  const { kind, baseUrl, model } = provider
  const [reachable, localPermission, otherUrl] = await Promise.all([
    error.kind === 'network' ? isThere(baseUrl) : null,
    localNetwork(baseUrl),
    models === null && (error.kind === 'not-found' || error.kind === 'broken-stream')
      ? findOther(provider, adapter, options)
      : null,
  ])
  return {
    kind,
    baseUrl,
    model,
    hasKey,
    pageOrigin: self.location.origin,
    browser: browser(navigator.userAgent),
    online: navigator.onLine,
    error,
    models,
    reachable,
    localPermission,
    otherUrl,
  }
}

async function findOther(
  { kind, baseUrl }: Provider,
  adapter: Adapter,
  options: AdapterOptions,
): Promise<string | null> {
  const signal = AbortSignal.timeout(PATIENCE)
  for (const other of otherAddresses(kind, baseUrl)) {
    const listed = await adapter.listModels?.({ ...options, baseUrl: other }, signal).catch(() => null)
    if (listed != null && listed.length > 0) return other
  }
  return null
}

/** Browsers that don't know this permission reject. */
async function localNetwork(baseUrl: string): Promise<Observations['localPermission']> {
  const here = placeOfHost(new URL(baseUrl).hostname) === 'this computer'
  for (const name of [here ? 'loopback-network' : 'local-network', 'local-network-access']) {
    const found = await navigator.permissions?.query({ name: name as PermissionName }).catch(() => null)
    if (found) return found.state
  }
  return null
}

function browser(userAgent: string): Observations['browser'] {
  if (/Firefox\//.test(userAgent)) return 'firefox'
  if (/Chrom(e|ium)\//.test(userAgent)) return 'chromium'
  return /Safari\//.test(userAgent) ? 'safari' : 'other'
}
