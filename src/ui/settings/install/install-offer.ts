import { createSignal } from 'solid-js'

/** The browser’s own install prompt. It can be shown once. */
export type InstallOffer = Event & { prompt: () => Promise<{ outcome: 'accepted' | 'dismissed' }> }

const [offer, setOffer] = createSignal<InstallOffer | null>(null)
/** null: the browser has none, or not yet. */
export const installOffer = offer
export const forgetOffer = (): void => void setOffer(null)

// the browser fires this once in the life of a page, perhaps before anything is rendered; preventing it stops the
// browser’s own bar
addEventListener('beforeinstallprompt', (event) => {
  event.preventDefault()
  setOffer(event as InstallOffer)
})
