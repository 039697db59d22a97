import type { Published } from '../../protocol/published.ts'
import type { Database } from '../../storage/schema.ts'
import type { SharedStorage } from './shared-storage.ts'

/** What sharing has of the writer. */
export type SharingPorts = {
  db: Database
  epoch: number
  storage: SharedStorage
  /** Gives up the machine of a session: what it runs is cancelled. */
  stopMachine: (sessionId: string) => Promise<void>
  /** Restores it, and what it was at goes on. */
  startMachine: (sessionId: string) => void
  publish: (message: Published) => void
  superseded: () => void
  report: (error: unknown) => void
}
