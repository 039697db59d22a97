import { BetweenTabs, CHANNEL, Envelope } from '../../protocol/between-tabs.ts'
import { PROTOCOL_VERSION } from '../../protocol/common.ts'

export type TabChannel = { send: (message: BetweenTabs) => void; close: () => void }

/**
 * The wire to the workers of the other tabs. What does not parse is dropped and reported: anything of our origin can
 * post here. `onOtherVersion` is called for each message of a tab with other code: it is alive, but cannot be talked
 * to.
 */
export function openTabChannel(
  listen: (message: BetweenTabs) => void,
  onOtherVersion: (version: number) => void,
  report: (error: unknown) => void,
): TabChannel {
  const channel = new BroadcastChannel(CHANNEL)
  channel.onmessage = ({ data }) => {
    const envelope = Envelope.safeParse(data)
    if (!envelope.success) return report(envelope.error)
    if (envelope.data.version !== PROTOCOL_VERSION) return onOtherVersion(envelope.data.version)
    const message = BetweenTabs.safeParse(envelope.data.message)
    if (message.success) listen(message.data)
    else report(message.error)
  }
  return {
    send: (message) => channel.postMessage({ version: PROTOCOL_VERSION, message }),
    close: () => channel.close(),
  }
}
