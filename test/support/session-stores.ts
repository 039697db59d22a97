import type { StoreName } from '../../src/storage/schema.ts'

/** The stores in which every row belongs to one session. */
export const SESSION_STORES = [
  'sessions',
  'configs',
  'summaries',
  'plans',
  'queue',
  'messages',
  'files',
  'journal',
  'snapshots',
  'streams',
  'blob-names',
] as const satisfies readonly StoreName[]
