import type { FileChange } from '../../agent/content.ts'
import type { FileEntry } from '../../agent/state.ts'
import { type Actions, messageOf } from '../actions.ts'
import { placing, uploadName } from './change-files.ts'
import { fileSize } from './file-tree.ts'

/** Bytes; the worker takes no more in one piece. */
const LARGEST = 100 * 1024 * 1024
/** Changes in one input. */
const AT_ONCE = 500

/**
 * Puts files into the open session's workspace, each under its own name; one that stands there is replaced (its history stays). Says what
 * it does in `tell`, and what it could not take as a sentence for the person.
 */
export async function uploadFiles(
  chosen: readonly File[],
  known: readonly FileEntry[],
  actions: Pick<Actions, 'request' | 'changeFiles'>,
  tell: (words: string | null) => void,
): Promise<string | null> {
  const problems: string[] = []
  let changes: FileChange[] = []
  const flush = (): void => {
    if (changes.length > 0) actions.changeFiles(changes)
    changes = []
  }
  for (const [place, file] of chosen.entries()) {
    tell(`Uploading ${place + 1} of ${chosen.length}: ${file.name}`)
    const path = uploadName(file)
    if (file.size > LARGEST) {
      problems.push(`${path} is too large (${fileSize(file.size)}; the most is ${fileSize(LARGEST)}).`)
      continue
    }
    try {
      const bytes = new Uint8Array(await file.arrayBuffer())
      const { sha, size } = await actions.request({ kind: 'put-blob', bytes })
      // the same name twice in one go: the later one wins
      changes = changes.filter((change) => change.path !== path)
      changes.push(placing(known, path, { blob: sha, size, mediaType: file.type.slice(0, 200) }))
    } catch (error) {
      problems.push(`${path}: ${messageOf(error)}`)
    }
    if (changes.length >= AT_ONCE) flush()
  }
  flush()
  tell(null)
  return problems.length === 0 ? null : problems.join(' ')
}
