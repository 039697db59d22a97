import type { CodeChange } from '../tool.ts'
import { pathOf } from '../workspace/open-file.ts'
import type { DiskReader } from './disk-port.ts'
import { HASHED, versionOf } from './disk-version.ts'

/**
 * What code and shell write below `/disk`. Code cannot ask the person, so its changes are kept in the workspace, and
 * the model is given the calls of `disk_write` that put them in place: the person is asked as for any other change on
 * disk, a file that has changed since it was read is never overwritten, and a command that runs again after a crash has
 * touched nothing.
 */

/** Where they are kept. */
export const STAGED = '.disk/'
const DISK = '/disk/'
/** Most files on disk that one run may change. */
const MOST = 50

export type WatchedDisk = DiskReader & { seen: ReadonlyMap<string, string> }

/** Remembers the version of each file as it was read. */
export function watchDisk(disk: DiskReader): WatchedDisk {
  const seen = new Map<string, string>()
  const read = async (path: string): Promise<Uint8Array<ArrayBuffer>> => {
    const bytes = await disk.read(path)
    seen.set(path, bytes.length > HASHED ? await disk.version(path) : await versionOf(bytes))
    return bytes
  }
  return { ...disk, read, seen }
}

type Staged = { changes: CodeChange[]; note: string }

/**
 * `changes`: those of the workspace, with copies of what was written below `/disk`. `note`: for the model; '' if
 * nothing was. Throws words for the model.
 */
export async function stageChanges(changes: readonly CodeChange[], disk: WatchedDisk | undefined): Promise<Staged> {
  const own: CodeChange[] = []
  const calls: string[] = []
  const kept: string[] = []
  for (const { path, bytes } of changes) {
    if (!path.startsWith(DISK)) {
      own.push({ path, bytes })
      continue
    }
    if (disk === undefined) throw new Error('No folder is linked, so there is no /disk.')
    const place = pathOf(path.slice(DISK.length))
    if (bytes === null) {
      kept.push(place)
      continue
    }
    const version = disk.seen.get(place) ?? (await disk.version(place))
    if ((await versionOf(bytes)) === version) continue
    own.push({ path: STAGED + place, bytes })
    calls.push(`disk_write ${JSON.stringify({ path: place, version, workspace_path: STAGED + place })}`)
  }
  if (calls.length > MOST) throw new Error(`${calls.length} files of /disk were changed; at most ${MOST} can be.`)
  return { changes: own, note: noteOf(calls, kept) }
}

function noteOf(calls: readonly string[], kept: readonly string[]): string {
  const lines: string[] = []
  if (calls.length > 0)
    lines.push(
      '[Nothing is on disk yet: these calls write it there, in one answer, so that the person decides about them together.]',
      ...calls,
    )
  if (kept.length > 0) lines.push(`[Nothing on disk was deleted (${kept.slice(0, 10).join(', ')}): use disk_delete.]`)
  return lines.join('\n')
}
