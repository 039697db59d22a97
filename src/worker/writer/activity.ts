import type { Published } from '../../protocol/published.ts'
import type { StorageFault } from '../../settings/storage-fault.ts'

/** What a session's machine waits for right now. It is not part of the state. Every change is sent to all pages. */
export type Activity = {
  /** Sends it again, for a page that has just opened the session. */
  tell: () => void
  waitsForNetwork: (waiting: boolean) => void
  /** Each effect reports for itself. */
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
