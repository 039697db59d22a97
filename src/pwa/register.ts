import { Workbox } from 'workbox-window'

export type ServiceWorkerOptions = {
  /**
   * A new version is installed and waits. `apply` lets it take over and reloads every tab of the app once it has; until
   * then the old version goes on, for as long as the person likes. May be called again for a still newer version.
   */
  onUpdate: (apply: () => void) => void
}

const hour = 3_600_000
/** How long the new version may take to take over before the page is loaded again all the same, in ms. */
const PATIENCE = 3000

/**
 * Registers the service worker of a production build; a no-op in development and where the browser has none.
 * @throws when the browser refuses the registration (storage blocked, a script that cannot be fetched).
 */
export async function registerServiceWorker(options: ServiceWorkerOptions): Promise<void> {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return
  const container = navigator.serviceWorker
  const workbox = new Workbox(`${import.meta.env.BASE_URL}service-worker.js`)
  const apply = (): void => {
    workbox.messageSkipWaiting()
    // Chromium puts the change off while the old one still answers something; the next page ends that.
    setTimeout(() => location.reload(), PATIENCE)
  }
  workbox.addEventListener('waiting', () => options.onUpdate(apply))
  reloadWhenReplaced(container)
  await workbox.register()
  checkOnReturn(() => workbox.update())
}

/**
 * A page of the old version would miss its lazy chunks in the new precache, so every tab reloads, not only the one where
 * the person agreed. The very first service worker takes control of a page that fits it: no reload then.
 */
function reloadWhenReplaced(container: ServiceWorkerContainer): void {
  let controlled = container.controller !== null
  container.addEventListener('controllerchange', () => {
    if (controlled) location.reload()
    controlled = true
  })
}

/** Browsers look for a new version on navigation only; an app that stays open for days asks when it is looked at again. */
function checkOnReturn(check: () => Promise<void>): void {
  let last = Date.now()
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState !== 'visible' || Date.now() - last < hour) return
    last = Date.now()
    // offline, most often: the next return asks again
    check().catch((error: unknown) => console.info('Could not look for a new version', error))
  })
}
