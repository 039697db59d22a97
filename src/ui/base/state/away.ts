import type { AwayView } from '../../../protocol/away.ts'
import { useAsk } from './ask.ts'

/** What a session did after input `after`. Rejects with an Error whose message is for the person. */
export function useAway(): (sessionId: string, after: number, until: number) => Promise<AwayView> {
  const ask = useAsk()
  return (sessionId, after, until) => ask({ kind: 'away', sessionId, after, until })
}
