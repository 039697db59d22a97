import * as z from 'zod/mini'
import { ARCHIVE_REQUESTS } from './archive.ts'
import { AWAY_REQUESTS } from './away.ts'
import { BACKUP_REQUESTS } from './backups.ts'
import { BRANCH_REQUESTS } from './branches.ts'
import { CONTEXT_REQUESTS } from './context.ts'
import { DEVICE_REQUESTS } from './devices.ts'
import { FILE_REQUESTS } from './files.ts'
import { FIRST_REQUESTS } from './first-requests.ts'
import { FOLDER_REQUESTS } from './folders.ts'
import { INSPECT_REQUESTS } from './inspect.ts'
import { MCP_OFFER_REQUESTS } from './mcp-offers.ts'
import { MEMORY_REQUESTS } from './memory.ts'
import { MODEL_REQUESTS } from './models.ts'
import { PROJECT_REQUESTS } from './projects.ts'
import { PROVIDER_REQUESTS } from './providers.ts'
import { RECURRING_REQUESTS } from './recurring.ts'
import { SEARCH_REQUESTS } from './search.ts'
import { SERVICE_REQUESTS } from './services.ts'
import { SHARE_REQUESTS } from './share.ts'
import { SKILL_REQUESTS } from './skills.ts'
import { STORAGE_REQUESTS } from './storage.ts'
import { TOOL_REQUESTS } from './tools.ts'
import { USAGE_REQUESTS } from './usage.ts'
import { VAULT_REQUESTS } from './vault.ts'

/**
 * Questions and settings: asked of the tab's own worker, answered once, not repeated after a reload. Each domain has a
 * table; the worker has a handler for each row (worker/requests/).
 */
export const REQUESTS = {
  ...FIRST_REQUESTS,
  ...FILE_REQUESTS,
  ...FOLDER_REQUESTS,
  ...PROVIDER_REQUESTS,
  ...STORAGE_REQUESTS,
  ...ARCHIVE_REQUESTS,
  ...BACKUP_REQUESTS,
  ...VAULT_REQUESTS,
  ...CONTEXT_REQUESTS,
  ...MEMORY_REQUESTS,
  ...PROJECT_REQUESTS,
  ...BRANCH_REQUESTS,
  ...INSPECT_REQUESTS,
  ...AWAY_REQUESTS,
  ...SHARE_REQUESTS,
  ...USAGE_REQUESTS,
  ...MODEL_REQUESTS,
  ...SERVICE_REQUESTS,
  ...MCP_OFFER_REQUESTS,
  ...TOOL_REQUESTS,
  ...SEARCH_REQUESTS,
  ...DEVICE_REQUESTS,
  ...SKILL_REQUESTS,
  ...RECURRING_REQUESTS,
} satisfies Record<string, RequestRow>

/**
 * `needsKey`: it may read or seal a secret, and another tab may hold the key for that. `changesSettings`: once it is
 * answered, all tabs read the settings again.
 */
type RequestRow = { args?: Args; result: z.ZodMiniType; needsKey?: boolean; changesSettings?: boolean }
type Args = Record<string, z.ZodMiniType>

export type RequestKind = keyof typeof REQUESTS
type ArgsOf<Row> = Row extends { args: infer Given extends Args } ? z.infer<z.ZodMiniObject<Given>> : unknown

/** Any request. */
export type Request = {
  [Kind in RequestKind]: { kind: Kind } & ArgsOf<(typeof REQUESTS)[Kind]>
}[RequestKind]
export type RequestOf<Kind extends RequestKind> = Extract<Request, { kind: Kind }>
/** Results of requests, by the kind of the request. */
export type Results = { [Kind in RequestKind]: z.infer<(typeof REQUESTS)[Kind]['result']> }

/** What the door of the worker parses. */
export const Request = z.lazy(() => {
  const [first, ...others] = Object.entries<RequestRow>(REQUESTS).map(([kind, { args }]) =>
    z.object({ kind: z.literal(kind), ...args }),
  )
  if (first === undefined) throw new Error('There are no requests')
  return z.discriminatedUnion('kind', [first, ...others])
}) as z.ZodMiniType<unknown> as z.ZodMiniType<Request>

/** The row of a request. */
export const rowOf = (kind: RequestKind): RequestRow => REQUESTS[kind]
