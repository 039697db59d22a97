import { parseUsageView, type UsageView } from '../../protocol/usage-view.ts'
import { useAsk } from './ask.ts'

/** Gives what all sessions have used. Rejects with an Error whose message is a sentence for the person. */
export function useUsage(): () => Promise<UsageView> {
  const ask = useAsk()
  return async () => parseUsageView(await ask({ kind: 'usage' }))
}
