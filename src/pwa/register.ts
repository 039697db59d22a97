import { Workbox } from 'workbox-window'
import { LISTENING, type NotificationClick, readClick } from './notifications.ts'
import { wakeForRecurring } from './recurring-due.ts'
import { hasUnsavedText } from './unsaved.ts'

export type ServiceWorkerOptions = {
  /**
   * A newer version is there. `apply` lets it take over, then reloads every tab of the app. Until then the old version
   * keeps running. May be called again for an even newer version.
   */
  onUpdate: (apply: () => void) => void
  /** A notification was clicked, or one of its buttons. */
  onClick: (click: NotificationClick) => void
  /** The service worker that answered when the page began; null: none. */
  began: ServiceWorker | null
}

const hour = 3_600_000
/** How long the new version may take to take over before the page is loaded again anyway, in ms. */
const PATIENCE = 3000

/**
 * Registers the service worker of a production build; a no-op in development and where the browser has none.
 * @throws when the browser refuses the registration (storage blocked, a script that cannot be fetched).
 */
export async function registerServiceWorker(options: ServiceWorkerOptions): Promise<void> {
  if (!import.meta.env.PROD) return
  offerWhenPartsAreGone(options)
  forgetNumber()
  document.addEventListener('visibilitychange', forgetNumber)
  if (!('serviceWorker' in navigator)) return
  const container = navigator.serviceWorker
  const workbox = new Workbox(`${import.meta.env.BASE_URL}service-worker.js`)
  let agreed = false
  const apply = (): void => {
    agreed = true
    workbox.messageSkipWaiting()
    // Chromium delays the change while the old version still answers something. The next page ends that.
    setTimeout(() => location.reload(), PATIENCE)
  }
  workbox.addEventListener('waiting', () => options.onUpdate(apply))
  whenReplaced(container, options.began, () => {
    if (agreed || !hasUnsavedText(document)) location.reload()
    // The service worker keeps the files of the version before (generations.ts), so this page works until then.
    else options.onUpdate(() => location.reload())
  })
  hearClicks(container, options)
  const registration = await workbox.register()
  if (registration) await wakeForRecurring(registration)
  checkOnReturn(() => workbox.update())
}

/**
 * Every tab is to run the new version, not only the tab where the person agreed. The very first service worker takes
 * control of a page that fits it: that is no change.
 */
function whenReplaced(container: ServiceWorkerContainer, began: ServiceWorker | null, replaced: () => void): void {
  let controlled = container.controller !== null
  if (began !== null && container.controller !== began) replaced()
  container.addEventListener('controllerchange', () => {
    if (controlled) replaced()
    controlled = true
  })
}

/** Without a service worker, late parts disappear with their version. */
function offerWhenPartsAreGone({ onUpdate }: ServiceWorkerOptions): void {
  addEventListener('vite:preloadError', () => {
    if (navigator.onLine) onUpdate(() => location.reload())
  })
}

/** Clears the icon's badge of an app that the system ended unseen, as phones do. */
function forgetNumber(): void {
  if (document.visibilityState === 'visible') navigator.clearAppBadge?.().catch(() => {})
}

/** A page that a click opened says that it listens. Earlier messages of the service worker are lost. */
function hearClicks(container: ServiceWorkerContainer, { onClick }: ServiceWorkerOptions): void {
  container.addEventListener('message', ({ data }) => {
    const click = readClick(data)
    if (click !== null) onClick(click)
  })
  container.startMessages()
  container.controller?.postMessage(LISTENING)
}

/**
 * Browsers look for a new version on navigation only. An app that stays open for days asks when it is looked at again.
 */
function checkOnReturn(check: () => Promise<void>): void {
  let last = Date.now()
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState !== 'visible' || Date.now() - last < hour) return
    last = Date.now()
    // Most often offline: the next return asks again.
    check().catch((error: unknown) => console.info('Could not look for a new version', error))
  })
}
