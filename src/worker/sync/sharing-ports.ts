import type { Command } from '../../protocol/command.ts'
import type { StreamSnapshot } from '../../protocol/common.ts'
import type { Answered, Published } from '../../protocol/published.ts'
import type { Database } from '../../storage/schema.ts'
import type { SharedStorage } from './storage/shared-storage.ts'
import type { Owed } from './upkeep/late-results.ts'

/** What sharing has of the writer. */
export type SharingPorts = {
  db: Database
  epoch: number
  storage: SharedStorage
  /** Objects that still have to be written to the storage. */
  owed: Owed
  /** Drops the machine of a session and cancels its effects. */
  stopMachine: (sessionId: string) => Promise<void>
  /** Restores the machine, and its work continues. */
  startMachine: (sessionId: string) => void
  /** Carries out a command, once for each id; null: not now. */
  run: (id: string, command: Command) => Promise<Answered | null>
  publish: (message: Published) => void
  /** Text under way here, exact; null: this session's machine does not run. */
  streams: (sessionId: string) => Promise<StreamSnapshot[] | null>
  /** Whether a page here shows this session, as far as is known. */
  isShown: (sessionId: string) => boolean
  superseded: () => void
  /** The stored settings of the storage were changed here. */
  reload: () => void
  report: (error: unknown) => void
}

export type SharedPorts = Omit<SharingPorts, 'storage' | 'owed' | 'reload'> & {
  /** null: none is connected. Rejects while it cannot be opened. */
  openStorage?: ((db: Database) => Promise<SharedStorage | null>) | undefined
}
