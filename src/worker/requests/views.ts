import type { AWAY_REQUESTS } from '../../protocol/away.ts'
import type { BRANCH_REQUESTS } from '../../protocol/branches.ts'
import type { CONTEXT_REQUESTS } from '../../protocol/context.ts'
import type { MODEL_REQUESTS } from '../../protocol/models.ts'
import type { USAGE_REQUESTS } from '../../protocol/usage.ts'
import type { HandlersOf } from '../request-handlers.ts'

/** Read-only views. The code of each is loaded on its first request. */
export const VIEW_HANDLERS: HandlersOf<
  typeof CONTEXT_REQUESTS &
    typeof BRANCH_REQUESTS &
    typeof AWAY_REQUESTS &
    typeof USAGE_REQUESTS &
    typeof MODEL_REQUESTS
> = {
  context: async ({ sessionId }, { db }) => (await import('./context.ts')).viewContext(db, sessionId),
  'left-behind': async ({ sessionId, count }, { db }) =>
    (await import('./branches.ts')).viewLeftBehind(db, sessionId, count),
  away: async (request, { db }) =>
    (await import('../inspect/away.ts')).viewAway(db, request, async (sessionId) => {
      const { viewContext } = await import('./context.ts')
      return (await viewContext(db, sessionId)).size
    }),
  usage: async ({ of }, { db }) => (await import('./usage.ts')).viewUsage(db, Date.now(), of),
  models: async ({ of, again }, { db }) => (await import('./models.ts')).viewModels(db, of, again === true),
}
