import { type Answer, type Ask, MOST_ASKS, type Note } from './notes.ts'

/**
 * What this device asks of the one that has a session, and answers to others. Both stand in its own note, until they
 * are no longer needed. Each is carried out once: by its command's id, whatever is read how often.
 */
export type Asks = {
  /** Resolves to the answer; null: none came in so many ms, or the session is here now. */
  ask: (ask: Ask, ms: number) => Promise<Answer | null>
  /** The session is here now: nobody is asked for it any more. */
  drop: (log: string) => void
  /** Reads what another device says. */
  hear: (note: Note) => void
  /** What its own note is to say. */
  said: () => Pick<Note, 'asks' | 'answers'>
  isWaiting: () => boolean
}

/** `carryOut`: null: the session is not here, or it cannot be said yet. `changed`: there is something new to say. */
export function makeAsks(carryOut: (ask: Ask) => Promise<Answer | null>, changed: () => void): Asks {
  const waiting = new Map<string, { ask: Ask; end: (answer: Answer | null) => void }>()
  const begun = new Set<string>()
  const answers: Answer[] = []
  /**
   * When each device has said what was heard of it last, by its own clock: what is older was put back by somebody else.
   */
  const newest = new Map<string, number>()

  const begin = async (ask: Ask): Promise<void> => {
    begun.add(ask.id)
    const answer = await carryOut(ask)
    if (answer === null) return void begun.delete(ask.id)
    answers.push(answer)
    answers.splice(0, answers.length - MOST_ASKS)
    changed()
  }
  return {
    ask: (ask, ms) =>
      new Promise((resolve) => {
        const end = (answer: Answer | null): void => {
          clearTimeout(timer)
          if (waiting.get(ask.id)?.end === end) waiting.delete(ask.id)
          changed()
          resolve(answer)
        }
        const timer = setTimeout(() => end(null), ms)
        waiting.get(ask.id)?.end(null)
        waiting.set(ask.id, { ask, end })
        changed()
      }),
    drop: (log) => {
      for (const { ask, end } of [...waiting.values()]) if (ask.log === log) end(null)
    },
    hear: ({ device, at = 0, asks = [], answers: theirs = [] }) => {
      if (at < (newest.get(device) ?? 0)) return
      newest.set(device, at)
      for (const answer of theirs) waiting.get(answer.id)?.end(answer)
      for (const ask of asks) if (!begun.has(ask.id)) void begin(ask)
    },
    said: () => ({ asks: [...waiting.values()].map(({ ask }) => ask).slice(-MOST_ASKS), answers: [...answers] }),
    isWaiting: () => waiting.size > 0,
  }
}
