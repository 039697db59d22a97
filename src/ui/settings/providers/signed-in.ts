import { onCleanup } from 'solid-js'

/** Connects the page after a sign-in with the page where it began: reports that a provider has a new key. */
const NAME = 'reflexor:provider-signed-in'

export function tellSignedIn(providerId: string): void {
  const channel = new BroadcastChannel(NAME)
  channel.postMessage(providerId)
  channel.close()
}

/** Calls `heard` with the id of each provider whose sign-in another page finished, until the component is disposed. */
export function createSignedIn(heard: (providerId: unknown) => void): void {
  const channel = new BroadcastChannel(NAME)
  channel.onmessage = ({ data }) => heard(data)
  onCleanup(() => channel.close())
}
