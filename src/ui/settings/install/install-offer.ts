import { createSignal } from 'solid-js'

/** The browser's own question whether to install the app. It can be asked once. */
export type InstallOffer = Event & { prompt: () => Promise<{ outcome: 'accepted' | 'dismissed' }> }

const [offer, setOffer] = createSignal<InstallOffer | null>(null)
/** null: the browser has none, or not yet. */
export const installOffer = offer
export const forgetOffer = (): void => void setOffer(null)

// handed out once in the life of a page, perhaps before there is anything to show it; kept, the browser shows no bar of
// its own
addEventListener('beforeinstallprompt', (event) => {
  event.preventDefault()
  setOffer(event as InstallOffer)
})
