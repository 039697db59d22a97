import type { Database } from '../../storage/schema.ts'
import { mayWrite } from '../../storage/settings/folder-permission.ts'
import { readSessionFolder } from '../../storage/settings/session-folder.ts'
import type { Disk } from '../../tools/disk/disk.ts'
import type { DiskReader } from '../../tools/disk/disk-port.ts'
import { readerOf } from '../../tools/disk/disk-reader.ts'
import { diskTools } from '../../tools/disk/disk-tools.ts'
import { failpointIn } from '../failpoints.ts'
import type { RemoteTool } from './remote-tool.ts'

/**
 * The tools of one link between a session and a folder on disk. The person’s decisions about them in the session apply
 * to this link only.
 */
export function folderTools(db: Database, sessionId: string, link: string): RemoteTool[] {
  return diskTools(diskOf(db, sessionId, link)).map((tool) => ({
    tool,
    hash: link,
    serverId: '',
    remote: '',
    policy: ({ approvals }) => ({
      repeat: tool.repeat,
      approval: approvals[tool.name] ?? tool.approval,
      sequential: tool.sequential,
      hash: link,
    }),
  }))
}

/** The folder for tools that only read it. */
export const folderReader = (db: Database, sessionId: string, link: string): DiskReader =>
  readerOf(diskOf(db, sessionId, link))

/** Only names and descriptions, for the settings. */
export const folderToolsInGeneral = (): ReturnType<typeof diskTools> =>
  diskTools({ folder: () => Promise.reject(new Error('No folder is linked.')) })

function diskOf(db: Database, sessionId: string, link: string): Disk {
  return {
    folder: async () => {
      const linked = await readSessionFolder(db, sessionId)
      if (linked === null)
        throw new Error(
          'The person has unlinked the folder from this conversation: there is no folder on disk any more.',
        )
      if (linked.id !== link)
        throw new Error(
          'The person has linked another folder to this conversation. It can be used from their next message on; nothing was done.',
        )
      if (!(await mayWrite(linked.folder)))
        throw new Error(
          `The browser wants the person to allow access to the folder "${linked.folder.name}" again. Nothing was done. Ask them to press "Allow access again" in the Files panel, then to tell you.`,
        )
      return linked.folder
    },
    ...(__FAILPOINTS__ ? { midWrite: () => failpointIn('inside-disk-write') } : {}),
  }
}
