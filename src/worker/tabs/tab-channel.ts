import { BetweenTabs, CHANNEL, Envelope } from '../../protocol/between-tabs.ts'
import { PROTOCOL_VERSION } from '../../protocol/common.ts'

export type TabChannel = { send: (message: BetweenTabs) => void; close: () => void }

/**
 * The channel to the workers of other tabs. Messages that do not parse are dropped and reported: anything on our origin
 * can post here. `onOtherVersion` is called for each message of a tab with other code: that tab is alive but cannot be
 * understood.
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
