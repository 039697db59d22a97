import { type Answer, type Ask, MOST_ASKS, type Note } from './notes.ts'

/**
 * Questions of this device to the owner of a session, and its answers to others. Both are part of this device's note
 * until they are no longer needed. The command's id makes sure that each is carried out once, however often it is read.
 */
export type Asks = {
  /** Resolves to the answer; null: none came within `ms`, or this device owns the session now. */
  ask: (ask: Ask, ms: number) => Promise<Answer | null>
  /** This device owns the session now, so nobody else is asked for it. */
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
  /** The time of the newest note of each device, by its own clock. An older note was put back by somebody else. */
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
