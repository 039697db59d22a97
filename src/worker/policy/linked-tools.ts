import type { Config } from '../../agent/config.ts'
import type { Database } from '../../storage/schema.ts'
import { folderKey } from '../../storage/session-range.ts'
import type { DiskReader } from '../../tools/disk/disk-port.ts'
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
 * As the session was linked when its run began. Their hash names that link: with another one they do nothing and say
 * so.
 */
export const configuredTools = (
  db: Database,
  sessionId: string,
  { tools }: Config,
  loading: Loading,
): Promise<RemoteTool[]> => load(db, sessionId, tools['disk_list']?.hash, loading)

/** What reading the folder takes; a tool of another kind reads it only if both need no question. */
const READING = ['disk_list', 'disk_read']

/** The folder for a tool that only reads it, as the session was linked when its run began; undefined: it was not. */
export function linkedFolder(
  db: Database,
  sessionId: string,
  { tools }: Config,
  loading: Loading,
): DiskReader | undefined {
  const link = tools['disk_list']?.hash
  if (link === undefined) return undefined
  const reader = async (): Promise<DiskReader> => {
    if (READING.some((name) => tools[name]?.approval !== 'allow'))
      throw new Error(`The person decides about ${READING.join(' and ')}. Read the folder with these tools.`)
    return (await loading(() => import('./folder-tools.ts'))).folderReader(db, sessionId, link)
  }
  return {
    list: async (...given) => (await reader()).list(...given),
    read: async (path) => (await reader()).read(path),
  }
}

async function load(db: Database, sessionId: string, link: unknown, loading: Loading): Promise<RemoteTool[]> {
  if (typeof link !== 'string') return []
  return (await loading(() => import('./folder-tools.ts'))).folderTools(db, sessionId, link)
}
