import { type SharedFile, sharedFiles } from '../../pwa/shared-files.ts'
import { type Drafts, HOME } from '../state/drafts.ts'
import type { Recovered } from '../state/recover-drafts.ts'

/** What waits for the box of the start page while nobody sees it: what other apps shared, and what was begun there, in this tab or before a kill. */
export type Waiting = { files: SharedFile[]; attached: number; texts: string[] }

/** `recovered`: what `drafts.recover` found beside the box. */
export async function whatWaits(drafts: Drafts, recovered: Recovered): Promise<Waiting> {
  const { text, attached } = drafts.read(HOME)
  const texts = [recovered.text ?? text, ...recovered.others.map((other) => other.text)]
  return {
    files: typeof caches === 'undefined' ? [] : await sharedFiles(new URL('./', location.href).href),
    attached: attached.length,
    texts: texts.filter((each) => each.trim() !== ''),
  }
}

/** Drops all of it. Returns what puts it back: the texts stand in the one box, one below the other. */
export function dropWaiting(drafts: Drafts, { files, texts }: Waiting, recovered: Recovered): () => Promise<void> {
  const { attached } = drafts.read(HOME)
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
