/**
 * Notifications that call the person to a session, and what a click on them does. Shown by the service worker, because only its
 * notifications have buttons, and only it knows whether the app is in sight in some tab. It carries answers from a button to a page and
 * knows nothing of what they mean.
 */

/** What a page asks the service worker to show. `answers`: buttons and what the page is told when one is pressed. */
export type WantedNotification = {
  type: 'show-notification'
  sessionId: string
  title: string
  text: string
  /** One with the same tag replaces it. */
  tag: string
  answers: { label: string; answer: unknown }[]
}
/** What a page says when what was asked has been answered elsewhere. */
export type WithdrawnNotification = { type: 'withdraw-notification'; tag: string }
/** What a page is told of a click; `answer` null: on the notification itself. */
export type NotificationClick = { type: 'notification-click'; sessionId: string; answer: unknown }
/** What a page says when it can hear of clicks. */
export const LISTENING = { type: 'listening-for-clicks' }

/** What is used of the service worker's own scope. */
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
  /** Chromium's; elsewhere there is none. */
  lifecycleState?: 'active' | 'frozen'
  /** `nested`: a frame of ours in a page, as that of an artifact. */
  frameType?: string
  focus: () => Promise<unknown>
  postMessage: (message: unknown) => void
}
type Clicked = { notification: Pick<Notification, 'data' | 'close'>; action: string }

/** How long a page that was opened by a click has to say that it listens, in ms. */
const PATIENCE = 30_000
/**
 * Chromium closes one in its own time, and then forgets one of the same tag that was shown meanwhile (3 of 400, with nothing between the two;
 * 0 of 1,000 with 50 ms). In ms.
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
  /** Without the frames in them, which browsers count as windows too: an answer posted to one is lost. */
  const tabs = async (): Promise<readonly Tab[]> =>
    (await scope.clients.matchAll({ type: 'window' })).filter(({ frameType }) => frameType !== 'nested')

  /**
   * One after the other, as they were asked for: what is answered was else taken back before it was shown, and stayed. And Chromium forgets one
   * that it is about to show when the shown ones are listed meanwhile: it is seen, and its buttons do nothing.
   */
  let last: Promise<void> = Promise.resolve()
  const inTurn = (act: () => Promise<void>): Promise<void> => {
    const done = last.then(act)
    last = done.catch(() => {})
    return done
  }

  const closing = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, CLOSING))

  /** Resolves when the click was handed to a page that has just been opened, or none has come. */
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
        // the person sees the app in another tab
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
      // a button is pressed to be done with it; a browser may refuse to bring the page forward, and the answer counts all the same
      // (a frozen page hears nothing until it comes forward)
      if (answer === null || isFrozen(tab))
        await tab.focus().catch((error: unknown) => console.info('Not brought forward', error))
    },
    listening: (tab) => {
      for (const hand of [...waiting]) hand(tab)
    },
  }
}

/** A message of the service worker to its page; null: it is about something else. */
export function readClick(data: unknown): NotificationClick | null {
  if (typeof data !== 'object' || data === null || !('type' in data) || data.type !== 'notification-click') return null
  if (!('sessionId' in data) || typeof data.sessionId !== 'string') return null
  return { type: 'notification-click', sessionId: data.sessionId, answer: 'answer' in data ? data.answer : null }
}
