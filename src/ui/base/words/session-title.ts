import { showHidden } from './hidden-signs.ts'
import { t } from './t.ts'

/** What the worker adds to the name of a session, in English. */
const MARKED = {
  imported: '{title} (imported)',
  branch: '{title} (branch)',
  recording: '{title} (recording)',
  'from this device': '{title} (from this device)',
} as const

/**
 * The title of a session in the person's language: the default title, and additions of the worker. Hidden characters
 * are written out, because a model or a file may have named it.
 */
export function sessionTitle(title: string | undefined): string {
  if (title === undefined || title === '' || title === 'New session') return t('New session')
  const [, name = '', mark] = /^(.+) \((imported|branch|recording|from this device)\)$/s.exec(title) ?? []
  return mark === undefined ? showHidden(title) : t(MARKED[mark as keyof typeof MARKED], { title: sessionTitle(name) })
}
