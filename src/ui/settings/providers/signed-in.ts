import { onCleanup } from 'solid-js'

/**
 * Between the page that a provider sent the person back to and the one where they began: a provider has got its key
 * anew.
 */
const NAME = 'reflexor:provider-signed-in'

export function tellSignedIn(providerId: string): void {
  const channel = new BroadcastChannel(NAME)
  channel.postMessage(providerId)
  channel.close()
}

/**
 * Calls `heard` with the id of each provider that another page finished the sign-in of, as long as the component lives.
 */
export function createSignedIn(heard: (providerId: unknown) => void): void {
  const channel = new BroadcastChannel(NAME)
  channel.onmessage = ({ data }) => heard(data)
  onCleanup(() => channel.close())
}
