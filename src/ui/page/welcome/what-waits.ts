import { type SharedFile, sharedFiles } from '../../../pwa/shared-files.ts'
import { type Attached, type Drafts, HOME } from '../../base/state/drafts.ts'
import type { Recovered } from '../../base/state/recover-drafts.ts'

/**
 * What waits for the hidden box of the start page: content that other apps shared, and drafts begun there, in this tab
 * or before a kill.
 */
export type Waiting = { files: SharedFile[]; attached: Attached[]; texts: string[] }

/** `recovered`: what `drafts.recover` found beside the box. */
export async function whatWaits(drafts: Drafts, recovered: Recovered): Promise<Waiting> {
  const all = [recovered.newer ?? drafts.read(HOME), ...recovered.others]
  return {
    files: typeof caches === 'undefined' ? [] : await sharedFiles(new URL('./', location.href).href),
    attached: all.flatMap(({ attached = [] }) => attached),
    texts: all.map(({ text }) => text).filter((text) => text.trim() !== ''),
  }
}

/** Drops all of it. Returns a function that restores it, with the texts one below the other in the box. */
export function dropWaiting(
  drafts: Drafts,
  { files, attached, texts }: Waiting,
  recovered: Recovered,
): () => Promise<void> {
  drafts.write(HOME, { text: '', attached: [], sentAs: null })
  drafts.forget(HOME, [...recovered.settled, ...recovered.others.map(({ tab }) => tab)])
  const gone = files.map(({ forget }) => forget())
  for (const each of gone) each.catch((error: unknown) => console.error('What was shared could not be dropped', error))
  return async () => {
    if (texts.length > 0 || attached.length > 0)
      drafts.write(HOME, { text: texts.join('\n\n'), attached, sentAs: null })
    for (const [at, each] of gone.entries()) await each.then(() => files[at]?.putBack())
  }
}
