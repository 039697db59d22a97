/**
 * Notifications that call the person to a session, and what a click on them does. The service worker shows them,
 * because only its notifications have buttons, and only it knows whether a tab of the app is in sight. It carries an
 * answer from a button to a page and does not know what the answer means.
 */

/**
 * What a page asks the service worker to show. `answers`: the buttons, with the message that the page gets for each.
 */
export type WantedNotification = {
  type: 'show-notification'
  sessionId: string
  title: string
  text: string
  /** A notification with the same tag replaces it. */
  tag: string
  answers: { label: string; answer: unknown }[]
}
/** A page says that the question was answered elsewhere. */
export type WithdrawnNotification = { type: 'withdraw-notification'; tag: string }
/** A page hears of a click. `answer` null: a click on the notification itself. */
export type NotificationClick = { type: 'notification-click'; sessionId: string; answer: unknown }
/** A page says that it can hear of clicks. */
export const LISTENING = { type: 'listening-for-clicks' }

/** The part of the service worker's scope that is used here. */
export type Scope = {
  clients: {
    matchAll: (options: { type: 'window' }) => Promise<readonly Tab[]>
    openWindow: (url: string) => Promise<unknown>
  }
  registration: {
    scope: string
    showNotification: (title: string, options: NotificationOptions & { actions?: unknown }) => Promise<void>
    getNotifications: (of: { tag: string }) => Promise<readonly Pick<Notification, 'close'>[]>
  }
}
export type Tab = {
  visibilityState: DocumentVisibilityState
  /** In Chromium only. */
  lifecycleState?: 'active' | 'frozen'
  /** `nested`: a frame of ours in a page, such as an artifact. */
  frameType?: string
  focus: () => Promise<unknown>
  postMessage: (message: unknown) => void
}
type Clicked = { notification: Pick<Notification, 'data' | 'close'>; action: string }

/** How long a page that a click opened has to say that it listens, in ms. */
const PATIENCE = 30_000
/**
 * Chromium closes a notification in its own time, and then forgets one of the same tag that was shown meanwhile: 3 of
 * 400 without a pause, 0 of 1,000 with 50 ms. In ms.
 */
const CLOSING = 100

export function notificationsOf(scope: Scope): {
  show: (wanted: WantedNotification) => Promise<void>
  withdraw: (withdrawn: WithdrawnNotification) => Promise<void>
  clicked: (event: Clicked) => Promise<void>
  /** A page has said that it listens. */
  listening: (tab: Pick<Tab, 'postMessage'>) => void
} {
  const waiting = new Set<(tab: Pick<Tab, 'postMessage'>) => void>()
  /** Without the frames in them, which browsers count as windows, too: an answer posted to a frame is lost. */
  const tabs = async (): Promise<readonly Tab[]> =>
    (await scope.clients.matchAll({ type: 'window' })).filter(({ frameType }) => frameType !== 'nested')

  /**
   * Serialised: a close could overtake its own show. Also, Chromium forgets a notification that it is about to show
   * when the shown ones are listed meanwhile: the person sees it, and its buttons do nothing.
   */
  let last: Promise<void> = Promise.resolve()
  const inTurn = (act: () => Promise<void>): Promise<void> => {
    const done = last.then(act)
    last = done.catch(() => {})
    return done
  }

  const closing = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, CLOSING))

  /** Resolves when the click was handed to a page that has just been opened, or no page came. */
  const handToNext = (click: NotificationClick): Promise<void> =>
    new Promise((resolve) => {
      const hand = (tab: Pick<Tab, 'postMessage'>): void => {
        clearTimeout(timer)
        waiting.delete(hand)
        tab.postMessage(click)
        resolve()
      }
      const timer = setTimeout(() => {
        waiting.delete(hand)
        resolve()
      }, PATIENCE)
      waiting.add(hand)
    })

  return {
    show: ({ sessionId, title, text, tag, answers }) =>
      inTurn(async () => {
        // The person sees the app in another tab.
        if ((await tabs()).some(({ visibilityState }) => visibilityState === 'visible')) return
        await scope.registration.showNotification(title, {
          body: text,
          tag,
          icon: 'icons/icon-192.png',
          data: { sessionId, answers: answers.map(({ answer }) => answer) },
          actions: answers.map(({ label }, n) => ({ action: String(n), title: label })),
        })
      }),
    withdraw: ({ tag }) =>
      inTurn(async () => {
        const shown = await scope.registration.getNotifications({ tag })
        for (const each of shown) each.close()
        if (shown.length > 0) await closing()
      }),
    clicked: async ({ notification, action }) => {
      notification.close()
      void inTurn(closing)
      const { sessionId, answers } = notification.data as { sessionId: string; answers: unknown[] }
      const answer = action === '' ? null : (answers[Number(action)] ?? null)
      const click: NotificationClick = { type: 'notification-click', sessionId, answer }
      const open = await tabs()
      const isFrozen = ({ lifecycleState }: Tab): boolean => lifecycleState === 'frozen'
      const tab =
        open.find(({ visibilityState }) => visibilityState === 'visible') ??
        open.find((one) => !isFrozen(one)) ??
        open[0]
      if (tab === undefined) {
        const handed = handToNext(click)
        await scope.clients.openWindow(`${scope.registration.scope}#/session/${encodeURIComponent(sessionId)}`)
        return handed
      }
      tab.postMessage(click)
      // A browser may refuse to bring the page forward. The answer counts all the same; a frozen page hears nothing
      // until it comes forward.
      if (answer === null || isFrozen(tab))
        await tab.focus().catch((error: unknown) => console.info('Not brought forward', error))
    },
    listening: (tab) => {
      for (const hand of [...waiting]) hand(tab)
    },
  }
}

/** A message of the service worker to its page; null if it is about something else. */
export function readClick(data: unknown): NotificationClick | null {
  if (typeof data !== 'object' || data === null || !('type' in data) || data.type !== 'notification-click') return null
  if (!('sessionId' in data) || typeof data.sessionId !== 'string') return null
  return { type: 'notification-click', sessionId: data.sessionId, answer: 'answer' in data ? data.answer : null }
}
