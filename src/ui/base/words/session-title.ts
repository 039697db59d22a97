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
  const { name, mark } = titleParts(title)
  return mark === null ? name : t(MARKED[mark], { title: name })
}

/** The same in two parts, where there is no room for all: the name may be cut, the worker's addition not ('': none). */
export function cutTitle(title: string | undefined): { name: string; added: string } {
  const { name, mark } = titleParts(title)
  return { name, added: mark === null ? '' : t(MARKED[mark], { title: '' }) }
}

function titleParts(title: string | undefined): { name: string; mark: keyof typeof MARKED | null } {
  if (title === undefined || title === '' || title === 'New session') return { name: t('New session'), mark: null }
  const [, name = '', mark] = /^(.+) \((imported|branch|recording|from this device)\)$/s.exec(title) ?? []
  return mark === undefined
    ? { name: showHidden(title), mark: null }
    : { name: sessionTitle(name), mark: mark as keyof typeof MARKED }
}
