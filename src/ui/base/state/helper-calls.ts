import { createResource, type Resource } from 'solid-js'
import type { ToolCall } from '../../../agent/message.ts'
import type { SessionItem } from '../../../protocol/common.ts'
import { useAsk } from './ask.ts'

/** Calls that wait are in the last rows: messages may have joined since. */
const LAST_ROWS = 12
const WAITS: ReadonlySet<ToolCall['status']> = new Set(['pending', 'unknown', 'asking'])

/** The calls of another session that wait for the person; read again after each step of that session. */
export function useWaitingCalls(session: () => SessionItem): Resource<ToolCall[]> {
  const ask = useAsk()
  const [calls] = createResource(
    () => ({ sessionId: session().id, to: session().count, at: session().timestamp, status: session().status }),
    async ({ sessionId, to }) => {
      const { messages } = await ask({ kind: 'rows', sessionId, from: Math.max(0, to - LAST_ROWS), to })
      const rows = messages.flatMap((row) => (row.role === 'assistant' ? row.calls : []))
      return rows.filter(({ status }) => WAITS.has(status))
    },
  )
  return calls
}
