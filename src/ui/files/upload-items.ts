import type { FileEntry } from '../../agent/state.ts'
import type { UiState } from '../base/state/ui-state.ts'
import { sentences } from '../base/words/sentences.ts'
import { t } from '../base/words/t.ts'
import { gatherFiles } from './dropped.ts'
import { type UploadIntents, uploadFiles } from './upload.ts'

/**
 * Puts dropped or chosen items into the workspace of the session that is open now, folders with everything in them;
 * another session may be opened meanwhile. Returns a sentence about skipped items; null: none.
 */
export async function uploadItems(
  items: readonly (FileSystemEntry | File)[],
  state: Pick<UiState, 'open'>,
  intents: UploadIntents,
  tell: (words: string) => void,
): Promise<string | null> {
  const id = state.open?.id
  if (id === undefined) return t('There is no session to add them to.')
  let latest: readonly FileEntry[] = []
  const known = (): readonly FileEntry[] => {
    if (state.open?.id === id) latest = state.open.files ?? latest
    return latest
  }
  known()
  const gathered = await gatherFiles(items, tell)
  if (gathered.type === 'too-much') return gathered.words
  const { files, leftOut, unreadable } = gathered
  const told: string[] = []
  if (leftOut.length > 0) told.push(t('Skipped: {paths}.', { paths: named(leftOut) }))
  if (unreadable.length > 0) told.push(t('Couldn’t read: {paths}.', { paths: named(unreadable) }))
  if (files.length === 0 && told.length === 0) told.push(t('It contains no files.'))
  const problem = await uploadFiles(
    files,
    known,
    { put: intents.put, changeFiles: (changes) => intents.changeFiles(changes, id) },
    tell,
  )
  if (problem !== null) told.push(problem)
  return told.length === 0 ? null : sentences(told)
}

const named = (paths: readonly string[]): string => {
  const some = paths.slice(0, 5).join(t(', '))
  return paths.length <= 5 ? some : t('{paths} and {n} more', { paths: some, n: paths.length - 5 })
}
