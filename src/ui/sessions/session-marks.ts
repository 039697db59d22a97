import type { SessionItem } from '../../protocol/common.ts'
import { useApp } from '../base/state/app-context.ts'
import { familyOf } from '../base/state/variants.ts'
import { sessionTitle } from '../base/words/session-title.ts'
import { t } from '../base/words/t.ts'

export type Mark = 'pinned' | 'archived'

/** Pins and archives conversations, in this browser. */
export function useMarks(): {
  has: (mark: Mark, session: SessionItem) => boolean
  toggle: (mark: Mark, session: SessionItem) => void
} {
  const { actions, state } = useApp()
  const has = (mark: Mark, session: SessionItem): boolean => state.preferences[mark].includes(familyOf(session))
  const toggle = (mark: Mark, session: SessionItem): void => {
    const family = familyOf(session)
    const marked = has(mark, session)
    const change = (name: Mark, on: boolean): string[] => [
      ...state.preferences[name].filter((other) => other !== family),
      ...(on ? [family] : []),
    ]
    // a pinned conversation is not archived, and the other way round
    const other: Mark = mark === 'pinned' ? 'archived' : 'pinned'
    void actions.setPreferences({ [mark]: change(mark, !marked), [other]: change(other, false) })
    if (mark === 'archived' && !marked)
      actions.notify(
        t('Archived “{title}”', { title: sessionTitle(session.title) }),
        () => has(mark, session) && toggle(mark, session),
      )
  }
  return { has, toggle }
}
