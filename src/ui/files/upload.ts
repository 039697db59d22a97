import type { FileEntry } from '../../agent/state.ts'
import { fileSize } from '../base/kit/file-size.ts'
import type { Actions } from '../base/state/actions.ts'
import type { useFiles } from '../base/state/files.ts'
import { messageOf } from '../base/state/message-of.ts'
import { sentences } from '../base/words/sentences.ts'
import { t } from '../base/words/t.ts'
import type { Upload } from './dropped.ts'

/** Bytes; the worker takes no more in one piece. */
const LARGEST = 100 * 1024 * 1024
/** Changes in one input. */
const AT_ONCE = 500
/** Problems that are named one by one. */
const TOLD = 5

export type UploadIntents = Pick<ReturnType<typeof useFiles>, 'put'> & Pick<Actions, 'changeFiles'>

type Stored = { path: string; blob: string; size: number; mediaType: string }

/**
 * Puts files into a session's workspace, each under its own path; a file there is replaced (its history stays). Refused
 * files do not stop the others: the returned sentence names them; null: none. `tell` gets words on progress. `known`:
 * the workspace as the page last knew it.
 */
export async function uploadFiles(
  chosen: readonly Upload[],
  known: () => readonly FileEntry[],
  intents: UploadIntents,
  tell: (words: string) => void,
): Promise<string | null> {
  const problems: string[] = []
  let stored = new Map<string, Stored>()
  const flush = (): void => {
    // The store is slow to read: once for all.
    const blobs = new Map(known().map(({ path, blob }) => [path, blob]))
    const changes = [...stored.values()].map(({ path, blob, size, mediaType }) => {
      return { path, from: blobs.get(path) ?? null, to: blob, size, mediaType }
    })
    if (changes.length > 0) intents.changeFiles(changes)
    stored = new Map()
  }
  const places = placesOf(known())
  for (const [n, { path, file }] of chosen.entries()) {
    tell(t('Uploading {n} of {all}: {path}', { n: n + 1, all: chosen.length, path }))
    try {
      if (file.size > LARGEST) throw new Error(`it is too large (${fileSize(file.size)}, limit ${fileSize(LARGEST)}).`)
      places.check(path)
      const { sha, size } = await intents.put(file, path)
      // The same name twice in one upload: the later file wins.
      stored.set(path, { path, blob: sha, size, mediaType: file.type.slice(0, 200) })
      places.add(path)
    } catch (error) {
      problems.push(`${path}: ${messageOf(error)}`)
    }
    if (stored.size >= AT_ONCE) flush()
  }
  flush()
  return problems.length === 0 ? null : notTaken(problems, chosen.length)
}

function notTaken(problems: readonly string[], of: number): string {
  const more = problems.length > TOLD ? t('And {n} more.', { n: problems.length - TOLD }) : ''
  const head =
    of === 1 ? t('Not uploaded.') : t('{n} of {all} files were not uploaded.', { n: problems.length, all: of })
  return sentences([head, ...problems.slice(0, TOLD), more])
}

/** Paths of files and of folders: one path cannot be both. */
function placesOf(known: readonly FileEntry[]): { add: (path: string) => void; check: (path: string) => void } {
  const files = new Set<string>()
  const folders = new Set<string>()
  const add = (path: string): void => {
    files.add(path)
    for (const folder of foldersOf(path)) folders.add(folder)
  }
  for (const { path } of known) add(path)
  return {
    add,
    check: (path) => {
      if (folders.has(path)) throw new Error('a folder with that name exists.')
      const file = foldersOf(path).find((folder) => files.has(folder))
      if (file !== undefined) throw new Error(`${file} is a file, so nothing can be put into it.`)
    },
  }
}

const foldersOf = (path: string): string[] => {
  const names = path.split('/').slice(0, -1)
  return names.map((_, n) => names.slice(0, n + 1).join('/'))
}
