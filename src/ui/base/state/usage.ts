import type { UsageView } from '../../../protocol/usage.ts'
import { useAsk } from './ask.ts'

/** Usage of all sessions, or of one. Rejects with an Error whose message is for the person. */
export function useUsage(): (sessionId?: string) => Promise<UsageView> {
  const ask = useAsk()
  return (of) => ask({ kind: 'usage', ...(of !== undefined && { of }) })
}
