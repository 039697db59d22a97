import type { BetweenTabs } from '../../protocol/between-tabs.ts'
import type { StreamSnapshot } from '../../protocol/common.ts'

/** A follower's questions for the exact text of answers under way, which only the writer's tab has. */
export type StreamQuestions = {
  /** null: no writer has answered in time; what is on disk has to do. */
  ask: (sessionId: string) => Promise<StreamSnapshot[] | null>
  /** A writer has answered somebody's question. */
  answered: (message: Extract<BetweenTabs, { type: 'streams' }>) => void
}

/** How long a follower waits for the writer's words, in ms. */
const DEADLINE = 500

export function makeStreamQuestions(send: (message: BetweenTabs) => void): StreamQuestions {
  const from = crypto.randomUUID()
  const asked = new Map<string, (streams: StreamSnapshot[] | null) => void>()
  return {
    ask: (sessionId) => {
      const id = crypto.randomUUID()
      return new Promise((resolve) => {
        const answer = (streams: StreamSnapshot[] | null): void => {
          clearTimeout(timer)
          asked.delete(id)
          resolve(streams)
        }
        const timer = setTimeout(() => answer(null), DEADLINE)
        asked.set(id, answer)
        send({ type: 'streams-wanted', from, id, sessionId })
      })
    },
    answered: ({ to, id, streams }) => {
      if (to === from) asked.get(id)?.(streams)
    },
  }
}
