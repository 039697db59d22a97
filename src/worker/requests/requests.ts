import type { Request } from '../../protocol/to-worker.ts'
import { KeyChanged, VaultLocked } from '../../storage/settings/vault-lock.ts'
import { Refused } from '../refused.ts'
import { DRAFT_HANDLERS } from './drafts.ts'
import { FILE_HANDLERS } from './files.ts'
import type { Handlers, RequestEnvironment } from './handlers.ts'
import { LATER_HANDLERS } from './later.ts'
import { PREFERENCE_HANDLERS } from './preferences.ts'
import { PROVIDER_HANDLERS } from './providers.ts'
import { SESSION_HANDLERS } from './sessions.ts'
import { STORAGE_HANDLERS } from './storage.ts'

/** What a page asks of its own worker, whether it writes or not: reads of committed rows, and settings. */
const HANDLERS: Handlers = {
  ...SESSION_HANDLERS,
  ...DRAFT_HANDLERS,
  ...FILE_HANDLERS,
  ...PROVIDER_HANDLERS,
  ...PREFERENCE_HANDLERS,
  ...STORAGE_HANDLERS,
  ...LATER_HANDLERS,
}

/** Rejects with Refused (a sentence for the person) or with what storage rejected with. */
export async function answerRequest(request: Request, environment: RequestEnvironment): Promise<unknown> {
  const handler = HANDLERS[request.kind] as (request: Request, environment: RequestEnvironment) => Promise<unknown>
  try {
    return await handler(request, environment)
  } catch (error) {
    throw error instanceof VaultLocked || error instanceof KeyChanged ? new Refused(error.message) : error
  }
}
