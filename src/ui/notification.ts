import { sessionHash } from './route.ts'

type Wanted = { sessionId: string; title: string; text: string; tag: string }

/** Whether this browser can show notifications, and whether the person has decided. */
export const notificationState = (): 'missing' | NotificationPermission =>
  'Notification' in window ? Notification.permission : 'missing'

/**
 * Shows a notification outside the page, for a person who looks elsewhere; a click on it opens the session. False: it is to be shown in
 * the page, because the page is in sight or the person has not allowed more. Several tabs show it once: it replaces the one with its tag.
 */
export function showNotification({ sessionId, title, text, tag }: Wanted): boolean {
  if (notificationState() !== 'granted' || !document.hidden) return false
  const shown = new Notification(title, { body: text, tag, icon: './icons/icon-192.png' })
  shown.onclick = () => {
    window.focus()
    location.hash = sessionHash(sessionId)
    shown.close()
  }
  return true
}
