import type { FileChange } from '../../agent/content.ts'
import { DamagedRecord } from '../../storage/fault.ts'
import { readFiles } from '../../storage/files.ts'
import { type Database, JournalRow } from '../../storage/schema.ts'
import { wholeSession } from '../../storage/session-range.ts'
import type { HelperReport } from '../../tools/helpers/helper-port.ts'
import { freePath } from '../../tools/workspace/free-path.ts'

/** Changes since a helper began: `from` is what it was given, `to` what it left. */
export type HelperChange = FileChange

/** What a helper changed in its copy of the workspace, by path. Throws DamagedRecord or a DOMException. */
export async function changesOfHelper(db: Database, sessionId: string): Promise<HelperChange[]> {
  const [[first], workspace] = await Promise.all([
    db.getAll('journal', wholeSession(sessionId), 1) as Promise<unknown[]>,
    readFiles(db, sessionId),
  ])
  const row = JournalRow.safeParse(first)
  if (!row.success || row.data.input.type !== 'session-create' || workspace === null)
    throw new DamagedRecord('the start of a helper', row.error)
  const given = new Map(row.data.input.helps?.files.map((file) => [file.path, file]))
  const there = new Set(workspace.files.map(({ path }) => path))
  const deleted = [...given.values()].filter(({ path }) => !there.has(path))
  return [
    ...workspace.files.flatMap(({ path, blob, size, mediaType }) => {
      const from = given.get(path)?.to ?? null
      return from === blob ? [] : [{ path, from, to: blob, size, mediaType }]
    }),
    ...deleted.map(({ path, to, size, mediaType }) => ({ path, from: to, to: null, size, mediaType })),
  ]
}

/**
 * The changes as compare-and-set on the workspace `there` (blobs by path). Where that has another version than the
 * helper was given, it stays, and the helper's version gets a free path beside it.
 */
export function mergeFiles(
  changes: readonly HelperChange[],
  there: ReadonlyMap<string, string | null>,
): Pick<HelperReport, 'changes' | 'apart'> {
  const after = new Map(there)
  const merged: FileChange[] = []
  const apart: HelperReport['apart'] = []
  const differing: HelperChange[] = []
  for (const change of changes) {
    const { path, from, to } = change
    const now = after.get(path) ?? null
    if (now === to) continue
    if (now === from) {
      merged.push(change)
      after.set(path, to)
    } else differing.push(change)
  }
  // last: a name beside a file is free only if no change of the helper's takes it
  for (const change of differing) {
    const { path, to } = change
    if (to === null) {
      apart.push({ path, copy: null })
      continue
    }
    const copy = freePath(path, after, to)
    apart.push({ path, copy })
    const now = after.get(copy) ?? null
    if (now === to) continue
    merged.push({ ...change, path: copy, from: now })
    after.set(copy, to)
  }
  return { changes: merged, apart }
}
