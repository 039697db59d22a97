import type { ObjectStore, StoreProblem } from './object-store.ts'

/** What a row of the table of engines says. */
export type Engine = {
  id: string
  name: string
  fields: readonly EngineField[]
  /** Of the database or bucket, without a slash at its end; or what is wrong with what was typed. */
  urlOf: (fields: Record<string, string>) => string | { field: string; problem: string }
  access: (fields: Record<string, string>, url: string) => Access
  /** What has to be done there first. `origin`: of this page. */
  guide: (origin: string) => Guide[]
  /** What to look at when it refuses the credentials, and when there is no such place. */
  whenRefused: string
  whenNoPlace: string
}

export type EngineField = {
  id: string
  label: string
  hint: string
  /** Kept in the vault of secrets, and masked. */
  secret: boolean
  /** Stands there from the start. */
  value?: string
}

/** `paste`: text for a configuration; '' when there is none. */
type Guide = { words: string; paste: string }

/** How the storage is reached: what the guarded fetch adds to a request, and the port behind that fetch. */
type Access = {
  header: { header: string; value: string } | null
  sign?: (request: { method: string; url: URL; headers: Headers }) => Promise<Headers>
  open: (fetch: typeof globalThis.fetch) => OpenStore
}

export type OpenStore = {
  store: ObjectStore
  /** What the engine knows against this storage besides what a probe finds; null: nothing. */
  check?: (signal: AbortSignal) => Promise<StoreProblem | null>
  /** How far this device's clock is behind the storage's, ms; 0 as long as nothing was found. */
  clockOffset?: () => number
}
