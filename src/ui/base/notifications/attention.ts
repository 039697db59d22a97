import type { SessionItem } from '../../../protocol/common.ts'
import { sessionTitle } from '../words/session-title.ts'
import { t } from '../words/t.ts'
import { setNews } from './news.ts'
import { sessionTag, showNotification } from './notification.ts'

/**
 * Signs of a tab in the background: the number of sessions that ended or wait, in its title, its icon and the app's
 * badge.
 */

const ICON = 'link[rel="icon"]'
const waiting = new Set<string>()
let calm: string | null = null

/**
 * Marks sessions that ended or wait for the person until the tab is looked at, and shows a notification for finished
 * ones. `before`: each session's previous state.
 */
export async function callAttention(
  sessions: readonly SessionItem[],
  before: readonly Partial<SessionItem>[],
): Promise<void> {
  const news = sessions.filter((item, place) => isNews(item, before[place] ?? {}))
  if (news.length === 0 || !document.hidden) return
  if (waiting.size === 0) document.addEventListener('visibilitychange', looked)
  for (const { id } of news) waiting.add(id)
  show()
  await Promise.all(news.filter(({ status }) => status !== 'waiting-for-you').map(tellEnd))
}

const isNews = (item: SessionItem, was: Partial<SessionItem>): boolean =>
  item.deletedAt === null &&
  // its end is read by the session that it helps
  (item.status === 'waiting-for-you' || item.helps === undefined || item.helps.released === true) &&
  (item.status === 'waiting-for-you'
    ? was.status !== item.status
    : (was.busy === true || was.status === 'waiting-for-you') && !item.busy)

function looked(): void {
  if (document.hidden) return
  document.removeEventListener('visibilitychange', looked)
  waiting.clear()
  show()
}

function show(): void {
  setNews(waiting.size)
  const icon = document.querySelector<HTMLLinkElement>(ICON)
  if (icon) {
    calm ??= icon.href
    icon.href = waiting.size > 0 ? calm.replace(/icon\.svg$/, 'icon-news.svg') : calm
  }
  // a comfort of installed apps: without it the title says the same
  const badge = waiting.size > 0 ? navigator.setAppBadge?.(waiting.size) : navigator.clearAppBadge?.()
  badge?.catch(() => {})
}

/** Signs that are not seen, or that turn words round. */
const HIDDEN = /\p{C}/gu

/** A run is over. */
async function tellEnd({ id, title, status }: SessionItem): Promise<void> {
  const words = status === 'failed' ? t('It failed.') : status === 'paused' ? t('It is paused.') : t('It is done.')
  const name = sessionTitle(title.replace(HIDDEN, '').slice(0, 80))
  await showNotification({ sessionId: id, tag: sessionTag(id), title: name, text: words })
}
