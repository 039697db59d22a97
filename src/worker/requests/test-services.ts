import type { ReaderService } from '../../settings/reader-service.ts'
import { SEARCH_NEEDS_KEY, type SearchProvider } from '../../settings/search-provider.ts'
import type { Database } from '../../storage/schema.ts'
import { searchWith } from '../../tools/web/search-services.ts'
import { openReader, openRelay, openSearch } from '../ports/granted-origins.ts'

type Tested = { ok: boolean; message: string }

const LIMIT = 30_000
/** A page that is meant for tests like this. */
const EXAMPLE = new URL('https://example.com/')

/** Runs one search and reports the result in one sentence. `key` undefined: the stored key. */
export async function testSearch(db: Database, provider: SearchProvider, key: string | undefined): Promise<Tested> {
  return await told(async (signal) => {
    const access = await openSearch(db, { provider, key })
    if (access === null) throw new Error('No search service is set up.')
    if (SEARCH_NEEDS_KEY[provider.kind] && !access.hasKey) throw new Error('This service needs a key.')
    const found = await searchWith(access, 'weather', 3, signal)
    return `It works: ${found.length} ${found.length === 1 ? 'result' : 'results'}.`
  })
}

/** Reads one page through the service and reports the result in one sentence. `key` undefined: the stored key. */
export async function testReader(db: Database, service: ReaderService, key: string | undefined): Promise<Tested> {
  return await told(async (signal) => {
    const reader = await openReader(db, (origin) => origin === EXAMPLE.origin, { service, key })
    if (reader === null) throw new Error('No reader service is set up.')
    const response = await reader.get(EXAMPLE, signal)
    if (!response.ok) throw new Error(`It answered ${response.status}.`)
    return `It works: it gave ${EXAMPLE.href}.`
  })
}

/** The same through the relay. */
export async function testRelay(db: Database, service: ReaderService, key: string | undefined): Promise<Tested> {
  return await told(async (signal) => {
    const relay = await openRelay(db, (origin) => origin === EXAMPLE.origin, { service, key })
    if (relay === null) throw new Error('No relay is set up.')
    const response = await relay.get(EXAMPLE, signal)
    if (!response.ok) throw new Error(`It answered ${response.status}.`)
    return `It works: it gave ${EXAMPLE.href}.`
  })
}

async function told(test: (signal: AbortSignal) => Promise<string>): Promise<Tested> {
  try {
    return { ok: true, message: await test(AbortSignal.timeout(LIMIT)) }
  } catch (error) {
    if (error instanceof TypeError)
      return {
        ok: false,
        message: 'No response, or the service doesn’t allow web pages (no CORS headers).',
      }
    if (error instanceof Error && error.name === 'TimeoutError')
      return { ok: false, message: 'No answer within 30 seconds.' }
    return { ok: false, message: error instanceof Error ? error.message : String(error) }
  }
}
