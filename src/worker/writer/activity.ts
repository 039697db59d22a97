import type { Published } from '../../protocol/published.ts'
import type { StorageFault } from '../../settings/storage-fault.ts'

/**
 * What of the moment is no part of a session's state: what its machine waits for. Every change is told to all pages.
 */
export type Activity = {
  /** Tells it anew: whoever opens the session now has not heard it. */
  tell: () => void
  waitsForNetwork: (waiting: boolean) => void
  /** Of several effects each says so for itself. */
  waitsForPassphrase: (waiting: boolean) => void
  /** The same of acts that wait for the storage of the devices. */
  waitsForSync: (waiting: boolean) => void
  /** A part of the code cannot be loaded, or can be again. */
  missesCode: (missing: boolean, error?: unknown) => void
}

export type ActivityPorts = {
  sessionId: string
  fault: () => StorageFault | null
  publish: (message: Published) => void
  report: (error: unknown) => void
}

export function makeActivity({ sessionId, fault, publish, report }: ActivityPorts): Activity {
  let waitingForNetwork = false
  let codeMissing = false
  let locked = 0
  let unsynced = 0
  const tell = (): void =>
    publish({
      type: 'activity',
      activity: {
        sessionId,
        waitingForNetwork,
        fault: fault(),
        ...(codeMissing && { codeMissing }),
        ...(locked > 0 && { locked: true }),
        ...(unsynced > 0 && { waitingForSync: true }),
      },
    })
  return {
    tell,
    waitsForNetwork: (waiting) => {
      waitingForNetwork = waiting
      tell()
    },
    waitsForPassphrase: (waiting) => {
      locked += waiting ? 1 : -1
      tell()
    },
    waitsForSync: (waiting) => {
      unsynced += waiting ? 1 : -1
      tell()
    },
    missesCode: (missing, error) => {
      if (error !== undefined) report(error)
      codeMissing = missing
      tell()
    },
  }
}
