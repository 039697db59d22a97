import { createSignal } from 'solid-js'

/** How many sessions ended or came to wait while nobody looked at this tab; its title begins with it. */
const [news, setNews] = createSignal(0)

export { setNews }

/** The title of the page, as the tab shows it. Reactive. */
export const tabTitle = (title: string): string => (news() > 0 ? `(${news()}) ${title}` : title)
