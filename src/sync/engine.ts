import type { EngineId, StorageField, StorageStep, WrongField } from '../settings/storage-engine.ts'
import type { ObjectStore, StoreProblem } from './object-store.ts'

/** The properties of an engine, as a row of the table. */
export type Engine = {
  id: EngineId
  fields: readonly EngineField[]
  /** The address of the database or bucket, without a final slash; or the problem with a field. */
  urlOf: (fields: Record<string, string>) => string | WrongField
  access: (fields: Record<string, string>, url: string) => Access
  /** Texts to paste into the configuration of the storage. `origin`: of this page. */
  pastes: (origin: string) => string[]
  /** Advice if it refuses the credentials, and if the place does not exist. */
  whenRefused: StorageStep
  whenNoPlace: StorageStep
}

export type EngineField = {
  id: StorageField
  /** Kept in the vault, and masked on screen. */
  secret: boolean
  /** The initial value. */
  value?: string
}

/** The connection: what the guarded fetch adds to a request, and the port that uses that fetch. */
type Access = {
  header: { header: string; value: string } | null
  sign?: (request: { method: string; url: URL; headers: Headers }) => Promise<Headers>
  open: (fetch: typeof globalThis.fetch) => OpenStore
}

export type OpenStore = {
  store: ObjectStore
  /** Reasons against this storage that a probe does not find; null: none. */
  check?: (signal: AbortSignal) => Promise<StoreProblem | null>
  /** How far this device's clock is behind the storage's, in ms; 0 until known. */
  clockOffset?: () => number
}
