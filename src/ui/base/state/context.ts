import type { ContextView } from '../../../protocol/context.ts'
import { useAsk } from './ask.ts'

/** The next request of a session, as it would be sent. Rejects with an Error whose message is for the person. */
export function useContextView(): (sessionId: string) => Promise<ContextView> {
  const ask = useAsk()
  return (sessionId) => ask({ kind: 'context', sessionId })
}
