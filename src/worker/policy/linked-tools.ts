import type { Config } from '../../agent/config.ts'
import type { Database } from '../../storage/schema.ts'
import { folderKey } from '../../storage/session-range.ts'
import type { DiskReader } from '../../tools/disk/disk-port.ts'
import type { RemoteTool } from './remote-tool.ts'

/** Tools of the linked folder: few sessions have one, so their code is loaded only then. */

type Code = typeof import('./folder-tools.ts')
/** How to wait for the code. */
type Loading = (code: () => Promise<Code>) => Promise<Code>

/** For the current link of the session: the tools of a run that starts now. */
export async function linkedTools(db: Database, sessionId: string, loading: Loading): Promise<RemoteTool[]> {
  const link = (await db.get('settings', folderKey(sessionId)))?.value as { id?: unknown } | undefined
  return load(db, sessionId, link?.id, loading)
}

/**
 * For the link at the start of the run. The tools’ hash names that link: with another link they do nothing and say so.
 */
export const configuredTools = (
  db: Database,
  sessionId: string,
  { tools }: Config,
  loading: Loading,
): Promise<RemoteTool[]> => load(db, sessionId, tools['disk_list']?.hash, loading)

/** The tools that read the folder; a tool of another kind reads it only if neither of them needs a question. */
const READING = ['disk_list', 'disk_read']

/** The folder for a tool that only reads it, from the link at the start of the run; undefined: there was none. */
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
    version: async (path) => (await reader()).version(path),
  }
}

async function load(db: Database, sessionId: string, link: unknown, loading: Loading): Promise<RemoteTool[]> {
  if (typeof link !== 'string') return []
  return (await loading(() => import('./folder-tools.ts'))).folderTools(db, sessionId, link)
}
