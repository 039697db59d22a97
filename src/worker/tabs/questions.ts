/**
 * A follower's questions for what only the writer's tab has: the exact text of answers under way, what a machine runs.
 */
export type Questions<Answer> = {
  /** null: no writer answered in time, so use what is on disk. `more`: further fields of the question. */
  ask: (sessionId: string, more?: object) => Promise<Answer | null>
  /** A writer has answered somebody's question. */
  answered: (message: { to: string; id: string }, answer: Answer) => void
}

/** How long a follower waits for the writer's words, in ms. */
const DEADLINE = 500

export function makeQuestions<Answer>(
  send: (asked: { from: string; id: string; sessionId: string }) => void,
): Questions<Answer> {
  const from = crypto.randomUUID()
  const asked = new Map<string, (answer: Answer | null) => void>()
  return {
    ask: (sessionId, more) => {
      const id = crypto.randomUUID()
      return new Promise((resolve) => {
        const settle = (answer: Answer | null): void => {
          clearTimeout(timer)
          asked.delete(id)
          resolve(answer)
        }
        const timer = setTimeout(() => settle(null), DEADLINE)
        asked.set(id, settle)
        send({ from, id, sessionId, ...more })
      })
    },
    answered: ({ to, id }, answer) => {
      if (to === from) asked.get(id)?.(answer)
    },
  }
}
