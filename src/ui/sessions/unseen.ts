import { type Accessor, createEffect, createSignal, onCleanup } from 'solid-js'
import type { SessionItem } from '../../protocol/common.ts'
import { isPrivateSession } from '../../settings/private-session.ts'
import type { UiState } from '../base/state/ui-state.ts'

const KEY = 'reflexor:unseen'

/**
 * Ids of sessions that have finished, or have come to wait for the person, since they were last open in a tab of this
 * browser.
 */
export function createUnseen(state: UiState): Accessor<ReadonlySet<string>> {
  const [unseen, setUnseen] = createSignal(stored())
  const change = (edit: (ids: Set<string>) => void): void => {
    // another tab may have written meanwhile
    const ids = new Set(stored())
    edit(ids)
    setUnseen(ids)
    try {
      localStorage.setItem(KEY, JSON.stringify([...ids]))
    } catch {
      // storage is full: the marks last as long as the page
    }
  }
  createEffect((before: ReadonlyMap<string, Standing>) => {
    const now = new Map((state.sessions ?? []).map((item) => [item.id, standing(item)]))
    const news = [...now].filter(([id, at]) => !isPrivateSession(id) && isNews(before.get(id), at)).map(([id]) => id)
    if (news.length > 0)
      change((ids) => {
        for (const id of news) ids.add(id)
      })
    return now
  }, new Map())
  createEffect(() => {
    const id = state.open?.id
    if (id !== undefined && unseen().has(id)) change((ids) => ids.delete(id))
  })
  const heard = ({ key }: StorageEvent): void => void (key === KEY && setUnseen(stored()))
  window.addEventListener('storage', heard)
  onCleanup(() => window.removeEventListener('storage', heard))
  return unseen
}

type Standing = 'busy' | 'needs-you' | 'rests' | 'deleted' | 'handed-back'
const standing = ({ deletedAt, status, busy, helps }: SessionItem): Standing => {
  if (deletedAt !== null) return 'deleted'
  if (status === 'waiting-for-you') return 'needs-you'
  if (busy) return 'busy'
  return helps && !helps.released ? 'handed-back' : 'rests'
}

/** A session listed for the first time is no news. */
const isNews = (before: Standing | undefined, now: Standing): boolean =>
  (now === 'needs-you' && before !== undefined && before !== now) || (now === 'rests' && before === 'busy')

function stored(): ReadonlySet<string> {
  try {
    const ids: unknown = JSON.parse(localStorage.getItem(KEY) ?? '[]')
    return new Set(Array.isArray(ids) ? ids.filter((id) => typeof id === 'string') : [])
  } catch {
    return new Set()
  }
}
