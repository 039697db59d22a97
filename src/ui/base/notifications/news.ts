import { createSignal } from 'solid-js'

/**
 * The number of sessions that ended or began to wait while the tab was in the background. The tab's title begins with
 * it.
 */
const [news, setNews] = createSignal(0)

export { setNews }

/** The title of the page, as the tab shows it. Reactive. */
export const tabTitle = (title: string): string => (news() > 0 ? `(${news()}) ${title}` : title)
