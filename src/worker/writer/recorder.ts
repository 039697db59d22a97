import type { MoorexEvent } from '../../moorex/definition.ts'
import type { MachineNote, MachineView } from '../../protocol/machine-view.ts'

/**
 * The recent past of one machine, in memory, for the Inspector: its effects with age and cause, and its last events.
 * Holds labels and numbers only, nothing of the conversation.
 */
export type Recorder = {
  heard: (event: MoorexEvent<unknown, { type: string; seq: number }, unknown>) => void
  /** A batch was committed, in `ms`; the effects that start next have it as their cause. */
  committed: (inputs: readonly { type: string; seq: number }[], ms: number) => void
  view: () => MachineView
}

const HELD = 300

export function makeRecorder(now: () => number): Recorder {
  const notes: MachineNote[] = []
  const running = new Map<string, MachineView['running'][number]>()
  let cause: string | null = null
  const note = (type: MachineNote['type'], about: string, ms?: number): void => {
    notes.push({ at: now(), type, about, ...(ms !== undefined && { ms }) })
    // in one go, so that a step does not shift the whole list
    if (notes.length >= HELD * 2) notes.splice(0, notes.length - HELD)
  }
  return {
    committed: (inputs, ms) => {
      cause = inputs.map(({ type, seq }) => `${seq} ${type}`).join(', ')
      note('committed', cause, ms)
    },
    heard: (event) => {
      switch (event.type) {
        case 'signal-received':
          return note('input', `${event.signal.seq} ${event.signal.type}`)
        case 'effect-started':
          running.set(event.key, { key: event.key, since: now(), cause, ended: null })
          return note('started', event.key)
        case 'effect-canceled':
          running.delete(event.key)
          return note('cancelled', event.key)
        case 'effect-completed':
        case 'effect-failed': {
          const effect = running.get(event.key)
          if (effect !== undefined) effect.ended = now()
          return note(event.type === 'effect-failed' ? 'failed' : 'completed', event.key)
        }
        // by now the key of an effect that has ended is gone, or the effect is lost
        case 'state-updated':
          for (const [key, { ended }] of running) if (ended !== null) running.delete(key)
          return
        case 'commit-failed':
          return note('not-committed', 'held, and tried again')
        case 'signal-rejected':
          return note('rejected', event.signal.type)
        default:
          return
      }
    },
    view: () => ({ running: [...running.values()], notes: notes.slice(-HELD) }),
  }
}
