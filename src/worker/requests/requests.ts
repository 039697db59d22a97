import type { Request } from '../../protocol/to-worker.ts'
import { KeyChanged, VaultLocked } from '../../storage/settings/vault-lock.ts'
import { askOtherTabs } from '../ports/when-unlocked.ts'
import { Refused } from '../refused.ts'
import { DRAFT_HANDLERS } from './drafts.ts'
import { FILE_HANDLERS } from './files.ts'
import type { Handlers, RequestEnvironment } from './handlers.ts'
import { LATER_HANDLERS } from './later.ts'
import { PREFERENCE_HANDLERS } from './preferences.ts'
import { PROVIDER_HANDLERS } from './providers.ts'
import { SESSION_HANDLERS } from './sessions.ts'
import { STORAGE_HANDLERS } from './storage.ts'

/** Requests that a page sends to its own worker, writer or not: reads of committed rows, and settings. */
const HANDLERS: Handlers = {
  ...SESSION_HANDLERS,
  ...DRAFT_HANDLERS,
  ...FILE_HANDLERS,
  ...PROVIDER_HANDLERS,
  ...PREFERENCE_HANDLERS,
  ...STORAGE_HANDLERS,
  ...LATER_HANDLERS,
}

/** Requests that may read or seal a secret: another tab may hold the key for it. */
const NEEDS_KEY: ReadonlySet<Request['kind']> = new Set<Request['kind']>([
  'save-provider',
  'test-provider',
  'list-models',
  'find-local-servers',
  'begin-provider-sign-in',
  'finish-provider-sign-in',
  'save-search-provider',
  'test-search-provider',
  'save-reader',
  'test-reader',
  'save-mcp-server',
  'test-mcp-server',
  'refresh-mcp-server',
  'begin-mcp-sign-in',
  'finish-mcp-sign-in',
  'sign-out-mcp-server',
  'delete-mcp-server',
  'test-storage',
  'connect-storage',
  'connect-by-code',
  'make-code',
  'draft-skill',
])

/** Rejects with Refused (a sentence for the person) or with the storage's error. */
export async function answerRequest(request: Request, environment: RequestEnvironment): Promise<unknown> {
  const handler = HANDLERS[request.kind] as (request: Request, environment: RequestEnvironment) => Promise<unknown>
  try {
    if (NEEDS_KEY.has(request.kind)) await askOtherTabs(environment.db)
    return await handler(request, environment)
  } catch (error) {
    throw error instanceof VaultLocked || error instanceof KeyChanged ? new Refused(error.message) : error
  }
}
