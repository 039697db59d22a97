import type { EffectInitializer } from '../../moorex/definition.ts'
import { claimEpoch } from '../../storage/epoch.ts'
import type { Database } from '../../storage/schema.ts'
import type { startWriter, Writer } from '../writer/writer.ts'
import type { TabInput } from './tab-state.ts'

export type WriteEffectPorts = {
  db: () => Database
  /** The code that runs machines. */
  code: Promise<{ startWriter: typeof startWriter }>
  /** What a writer of this epoch gets besides. */
  writerOptions: (epoch: number) => Omit<Parameters<typeof startWriter>[0], 'db' | 'epoch' | 'superseded'>
}

/** Claiming the right to write, and writing. */
export type WriteEffects = {
  claim: (turn: number) => EffectInitializer<TabInput>
  write: (epoch: number) => EffectInitializer<TabInput>
  /** The machines of all sessions, while this tab writes. */
  writer: () => Writer | null
}

export function makeWriteEffects({ code, db, writerOptions }: WriteEffectPorts): WriteEffects {
  let writer: Writer | null = null
  return {
    claim: (turn) => {
      let isCancelled = false
      return {
        start: async (dispatch) => {
          await code
          if (isCancelled) return
          await dispatch({ type: 'claimed', turn, epoch: await claimEpoch(db()) })
        },
        cancel: () => {
          isCancelled = true
        },
      }
    },
    write: (epoch) => {
      let end = (): void => {}
      const ended = new Promise<void>((resolve) => {
        end = resolve
      })
      let isCancelled = false
      return {
        start: async (dispatch) => {
          const superseded = (): void => void dispatch({ type: 'superseded', epoch })
          const { startWriter } = await code
          const options = writerOptions(epoch)
          const started = await startWriter({ ...options, db: db(), epoch, superseded })
          if (isCancelled) return started.stop()
          writer = started
          void dispatch({ type: 'started', epoch, safe: options.safe })
          await ended
        },
        cancel: () => {
          isCancelled = true
          writer?.stop()
          writer = null
          end()
        },
      }
    },
    writer: () => writer,
  }
}
