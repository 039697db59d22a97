import { createGuardedFetch } from '../../effects/guarded-fetch.ts'
import { scrub } from '../../effects/scrub.ts'
import { scrubResponse } from '../../effects/scrub-response.ts'
import { OPEN_SOURCES } from '../../settings/open-sources.ts'
import { addressAtReader, type ReaderService } from '../../settings/reader-service.ts'
import { SEARCH_KEY_HEADER, type SearchProvider } from '../../settings/search-provider.ts'
import type { Database } from '../../storage/schema.ts'
import {
  READER_SECRET,
  RELAY_SECRET,
  readerOrigin,
  readReaderService,
  readRelay,
  readSearchProvider,
  SEARCH_SECRET,
} from '../../storage/settings/services.ts'
import { originOf } from '../../storage/settings/vault.ts'
import type { OpenSource } from '../../tools/web/open-source-names.ts'
import { originGrant, sourceGrant, wordsGrant } from '../../tools/web/origin-grant.ts'
import type { Reader, SearchAccess, Web } from '../../tools/web/web-port.ts'
import { storedSecret } from '../stored-secret.ts'
import { wheelsFor } from './fetch-wheel.ts'
import { gitFor } from './git-over-http.ts'
import { makeReadable } from './make-readable.ts'

/**
 * The web as one call may see it: origins that the person gave their word for, and the services that they have set up.
 */
export function webFor(db: Database, grants: readonly string[]): Web {
  const granted = (origin: string): boolean => grants.includes(originGrant(origin))
  const page = createGuardedFetch({
    allowed: granted,
    secretFor: () => null,
    // no secret goes along, so a redirect may be seen; it is never followed
    fetch: (input, init) => globalThis.fetch(input, { ...init, redirect: 'manual' }),
  })
  return {
    getPage: (url, signal) => page(url, { signal, headers: { accept: ACCEPT } }),
    reader: () => openReader(db, granted),
    relay: () => openRelay(db, granted),
    git: gitFor(db, grants),
    search: () => openSearch(db),
    getSource: (source, path, signal) => {
      const { origin } = OPEN_SOURCES[source]
      return sourceFetch(grants, source, origin)(origin + path, { signal, headers: { accept: 'application/json' } })
    },
    readPdf: async (bytes, signal) => (await import('../../pdf/read-pdf.ts')).readPdf(bytes.buffer, signal),
    makeReadable,
    getWheel: wheelsFor(grants),
  }
}

/** Goes to one source, if the person allowed it or all of them, and follows no redirect. */
function sourceFetch(grants: readonly string[], source: OpenSource, origin: string): typeof fetch {
  const granting = [source, 'all'].flatMap((name) => [sourceGrant(name), wordsGrant('search_web', name)])
  const isGranted = granting.some((grant) => grants.includes(grant))
  return createGuardedFetch({
    allowed: (target) => isGranted && target === origin,
    secretFor: () => null,
    fetch: globalThis.fetch.bind(globalThis),
  })
}

const ACCEPT = 'text/html, application/xhtml+xml, text/*;q=0.9, application/json;q=0.9, */*;q=0.5'

/**
 * null: none is set. `granted` speaks of the page's origin, which is checked although the request goes to the service.
 * `given`: one to try; its key undefined: the stored one.
 */
export async function openReader(
  db: Database,
  granted: (origin: string) => boolean,
  given?: GivenService,
): Promise<Reader | null> {
  const service = given?.service ?? (await readReaderService(db))
  if (service === null) return null
  const key = given?.key ?? (await storedSecret(db, READER_SECRET, readerOrigin(service)))
  return serviceThat(service, key, granted)
}

/** The same for the relay, which passes on what a server sends as it is. */
export async function openRelay(
  db: Database,
  granted: (origin: string) => boolean,
  given?: GivenService,
): Promise<Reader | null> {
  const service = given?.service ?? (await readRelay(db))
  if (service === null) return null
  const key = given?.key ?? (await storedSecret(db, RELAY_SECRET, readerOrigin(service)))
  return serviceThat(service, key, granted)
}

type GivenService = { service: ReaderService; key: string | undefined }

function serviceThat(service: ReaderService, key: string, granted: (origin: string) => boolean): Reader {
  const origin = readerOrigin(service)
  const fetch = boundFetch(origin, bearer(key))
  return {
    origin,
    get: (url, signal) => {
      if (!granted(url.origin)) return Promise.reject(new Error(`Requests to ${url.origin} are not allowed.`))
      return fetch(addressAtReader(service.template, url.href), { signal })
    },
    clean: (text) => scrub(text, [key]),
  }
}

/** null: none is set. `given`: one to try; its key undefined: the stored one. */
export async function openSearch(
  db: Database,
  given?: { provider: SearchProvider; key: string | undefined },
): Promise<(SearchAccess & { hasKey: boolean }) | null> {
  const provider = given?.provider ?? (await readSearchProvider(db))
  if (provider === null) return null
  const origin = originOf(provider.baseUrl)
  const key = given?.key ?? (await storedSecret(db, SEARCH_SECRET, origin))
  const { header, prefix } = SEARCH_KEY_HEADER[provider.kind]
  const secret = key === '' ? null : { header, value: prefix + key }
  const fetch = boundFetch(origin, secret)
  const withoutKey: typeof fetch = async (input, init) =>
    scrubResponse(await fetch(input, init), key === '' ? [] : [key], init?.method)
  return { ...provider, hasKey: key !== '', fetch: withoutKey }
}

const bearer = (secret: string): { header: string; value: string } | null =>
  secret === '' ? null : { header: 'authorization', value: `Bearer ${secret}` }

/** Goes to one origin, with its secret, and follows no redirect. */
function boundFetch(origin: string, secret: { header: string; value: string } | null): typeof fetch {
  return createGuardedFetch({
    allowed: (target) => target === origin,
    secretFor: (target) => (target === origin ? secret : null),
    fetch: globalThis.fetch.bind(globalThis),
  })
}
