import type { WantedNotification, WithdrawnNotification } from '../../../pwa/notifications.ts'
import { sessionHash } from '../kit/session-hash.ts'

type Wanted = Omit<WantedNotification, 'type' | 'answers'> & { answers?: WantedNotification['answers'] }

/** What calls the person to a session replaces what called them to it before. */
export const sessionTag = (sessionId: string): string => `session-${sessionId}`

/** Whether this browser can show notifications, and whether the person has decided. */
export const notificationState = (): 'missing' | NotificationPermission =>
  'Notification' in window ? Notification.permission : 'missing'

/**
 * Shows a notification outside the page; a click opens the session. False: show it in the page, because the page is
 * visible or notifications are not allowed. With several tabs it appears once, because it replaces the one with its
 * tag.
 */
export async function showNotification({ answers = [], ...wanted }: Wanted): Promise<boolean> {
  if (!document.hidden || notificationState() !== 'granted') return false
  const worker = (await registration())?.active
  const message: WantedNotification = { type: 'show-notification', ...wanted, answers }
  if (worker) worker.postMessage(message)
  else showWithoutWorker(wanted)
  return true
}

/** As `showNotification`, and in the page by `tell` where it is to be shown there. */
export async function notifyOrTell(wanted: Wanted, tell: (text: string) => void): Promise<void> {
  if (!(await showNotification(wanted))) tell([wanted.title, wanted.text].filter((part) => part !== '').join(': '))
}

/**
 * The question was answered elsewhere. The service worker withdraws the notification, because it knows which ones are
 * pending.
 */
export async function withdrawNotification(tag: string): Promise<void> {
  const message: WithdrawnNotification = { type: 'withdraw-notification', tag }
  ;(await registration())?.active?.postMessage(message)
}

/** Where there is no service worker (development): without buttons. */
function showWithoutWorker({ sessionId, title, text, tag }: Wanted): void {
  const shown = new Notification(title, { body: text, tag, icon: './icons/icon-192.png' })
  shown.onclick = () => {
    window.focus()
    location.hash = sessionHash(sessionId)
    shown.close()
  }
}

const registration = async (): Promise<ServiceWorkerRegistration | undefined> =>
  'serviceWorker' in navigator ? await navigator.serviceWorker.getRegistration() : undefined
