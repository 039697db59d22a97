import type { Answered } from '../../protocol/published.ts'
import { inWords, Refusal } from '../../protocol/refusals.ts'
import { keepTold, readTold, type ToldAnswer } from '../../storage/told-answers.ts'
import { inOldWords } from '../refused.ts'
import type { MachineEnvironment } from './session-machine.ts'

/**
 * A command id has one outcome, in whichever tab it is asked and whichever tab writes. A command that changed nothing
 * is in no journal, so its answer is stored here.
 */
export type Told = {
  /** The earlier answer to this command. Rejects with a DOMException. */
  of: (id: string) => Promise<Answered | undefined>
  /**
   * Stores the answer before it is sent. False: another tab writes and may decide differently, so do not send it. Never
   * rejects.
   */
  keep: (id: string, answered: Answered) => Promise<boolean>
}

export function openTold({
  db,
  epoch,
  superseded,
  report,
}: Pick<MachineEnvironment, 'db' | 'epoch' | 'superseded' | 'report'>): Told {
  const answers = new Map<string, Answered>()
  let reading: Promise<void> | null = null
  const read = async (): Promise<void> => {
    for (const told of await readTold(db)) answers.set(told.id, asAnswer(told))
  }
  return {
    of: async (id) => {
      reading ??= read()
      try {
        await reading
      } catch (error) {
        // the next command tries again
        reading = null
        throw error
      }
      return answers.get(id)
    },
    keep: async (id, answered) => {
      if (answers.has(id) || (answered.type === 'acknowledged' && answered.outcome !== 'unapplied')) return true
      answers.set(id, answered)
      const outcome = await keepTold(db, epoch, asTold(id, answered))
      // nothing can be saved: the answer holds while this tab writes, and the person does not wait in vain
      if (outcome.type === 'fault') report(outcome.error)
      if (outcome.type === 'stale-epoch') superseded()
      return outcome.type !== 'stale-epoch'
    },
  }
}

const asAnswer = ({ id, refused, refusal }: ToldAnswer): Answered =>
  refused === null
    ? { type: 'acknowledged', id, outcome: 'unapplied' }
    : { type: 'refused', id, refusal: refusal === undefined ? inWords(refused) : Refusal.parse(refusal) }

const asTold = (id: string, answered: Answered): ToldAnswer =>
  answered.type === 'refused'
    ? { id, refused: inOldWords(answered.refusal), refusal: answered.refusal }
    : { id, refused: null }
