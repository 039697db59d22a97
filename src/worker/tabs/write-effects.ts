import type { EffectDispatch, EffectInitializer } from '../../moorex/definition.ts'
import { claimEpoch } from '../../storage/epoch.ts'
import type { Database } from '../../storage/schema.ts'
import type { startWriter, Writer } from '../writer/writer.ts'
import { type Insistent, insist } from './insist.ts'
import type { TabInput } from './tab-state.ts'

export type WriteEffectPorts = {
  db: () => Database
  /** The code that runs machines. */
  code: Promise<{ startWriter: typeof startWriter }>
  /** Further options of a writer of this epoch. */
  writerOptions: (epoch: number) => Omit<Parameters<typeof startWriter>[0], 'db' | 'epoch' | 'superseded'>
}

/** Claims the right to write, and writes. A temporary obstacle, such as a full disk, is reported and retried. */
export type WriteEffects = {
  claim: (turn: number) => EffectInitializer<TabInput>
  write: (epoch: number) => EffectInitializer<TabInput>
  /** Retries right away what could not be saved, or the start of writing. */
  retry: () => void
  /** The machines of all sessions, while this tab writes. */
  writer: () => Writer | null
}

export function makeWriteEffects({ code, db, writerOptions }: WriteEffectPorts): WriteEffects {
  let writer: Writer | null = null
  let latest: Insistent<unknown> | null = null
  const begin = <Value>(work: () => Promise<Value>, dispatch: EffectDispatch<TabInput>): Insistent<Value> => {
    const begun = insist(work, (fault) => void dispatch({ type: 'hindered', fault }))
    latest = begun
    return begun
  }
  return {
    claim: (turn) => {
      let isCancelled = false
      let claiming: Insistent<number> | null = null
      return {
        start: async (dispatch) => {
          await code
          if (isCancelled) return
          claiming = begin(() => claimEpoch(db()), dispatch)
          const epoch = await claiming.done
          if (epoch !== null) await dispatch({ type: 'claimed', turn, epoch })
        },
        cancel: () => {
          isCancelled = true
          claiming?.stop()
        },
      }
    },
    write: (epoch) => {
      let end = (): void => {}
      const ended = new Promise<void>((resolve) => {
        end = resolve
      })
      let isCancelled = false
      let starting: Insistent<Writer> | null = null
      return {
        start: async (dispatch) => {
          const superseded = (): void => void dispatch({ type: 'superseded', epoch })
          const { startWriter } = await code
          if (isCancelled) return
          const options = writerOptions(epoch)
          starting = begin(() => startWriter({ ...options, db: db(), epoch, superseded }), dispatch)
          const started = await starting.done
          if (started === null) return
          if (isCancelled) return started.stop()
          writer = started
          void dispatch({ type: 'started', epoch, safe: options.safe })
          await ended
        },
        cancel: () => {
          isCancelled = true
          starting?.stop()
          writer?.stop()
          writer = null
          end()
        },
      }
    },
    retry: () => {
      if (writer !== null) writer.retryCommit()
      else latest?.retry()
    },
    writer: () => writer,
  }
}
