import type { Config } from '../../agent/config.ts'
import type { Database } from '../../storage/schema.ts'
import { folderKey } from '../../storage/session-range.ts'
import type { RemoteTool } from './remote-tool.ts'

/** Tools of the folder on disk that a session is linked to: few sessions are, so their code is loaded only then. */

type Code = typeof import('./folder-tools.ts')
/** How their code is waited for. */
type Loading = (code: () => Promise<Code>) => Promise<Code>

/** As the session is linked now: what a run that begins now may use. */
export async function linkedTools(db: Database, sessionId: string, loading: Loading): Promise<RemoteTool[]> {
  const link = (await db.get('settings', folderKey(sessionId)))?.value as { id?: unknown } | undefined
  return load(db, sessionId, link?.id, loading)
}

/**
 * As the session was linked when its run began. Their hash names that link: with another one they do nothing and say so.
 */
export const configuredTools = (
  db: Database,
  sessionId: string,
  { tools }: Config,
  loading: Loading,
): Promise<RemoteTool[]> => load(db, sessionId, tools['disk_list']?.hash, loading)

async function load(db: Database, sessionId: string, link: unknown, loading: Loading): Promise<RemoteTool[]> {
  if (typeof link !== 'string') return []
  return (await loading(() => import('./folder-tools.ts'))).folderTools(db, sessionId, link)
}
