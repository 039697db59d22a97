import type { AwayView } from '../../../protocol/away.ts'
import { useAsk } from './ask.ts'

/**
 * What a session has done since its input `after`. Rejects with an Error whose message is a sentence for the person.
 */
export function useAway(): (sessionId: string, after: number, until: number) => Promise<AwayView> {
  const ask = useAsk()
  return (sessionId, after, until) => ask({ kind: 'away', sessionId, after, until })
}
