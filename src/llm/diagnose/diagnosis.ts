import type { ProviderKind } from '../../settings/provider-kind.ts'
import type { LlmError } from '../port.ts'

/** Observations of a failing connection, and what is wrong with it. */

export type Observations = {
  kind: ProviderKind
  baseUrl: string
  model: string
  hasKey: boolean
  /** Origin of this page, for servers that have to allow it. */
  pageOrigin: string
  browser: 'chromium' | 'firefox' | 'safari' | 'other'
  online: boolean
  /** How a tiny request has failed. */
  error: LlmError
  /** Ids of the models that the provider lists; null: it lists none, or was not asked. */
  models: readonly string[] | null
  /** Whether a server exists at all, tested with a request that needs no permission from it; null: not tested. */
  reachable: boolean | null
  /** The browser's permission to reach this computer or its network; null: unknown. */
  localPermission: 'granted' | 'denied' | 'prompt' | null
  /** Another address on the same origin where a list of models was found. */
  otherUrl: string | null
}

/** A fix that one button can make. */
type Remedy =
  | { type: 'url'; baseUrl: string }
  | { type: 'key' }
  | { type: 'kind'; kind: ProviderKind }
  /** `model`: the most similar one; null: any other. */
  | { type: 'model'; model: string | null }

type Cause =
  | 'address'
  | 'browsers-forbidden'
  | 'busy'
  | 'cors'
  | 'hidden-refusal'
  | 'key'
  | 'kind'
  | 'local-network'
  | 'mixed-content'
  | 'model'
  | 'no-credit'
  | 'no-model-server'
  | 'not-running'
  | 'offline'
  | 'proxy'
  | 'other'

/** `message` says what happened, `next` what to do; plain sentences. */
export type Diagnosis = { cause: Cause; message: string; next: string; remedy: Remedy | null }
