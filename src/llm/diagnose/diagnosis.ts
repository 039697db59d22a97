import type { ProviderKind } from '../../settings/provider-kind.ts'
import type { LlmError } from '../port.ts'

/** What was seen of a connection that fails, and what is wrong with it. */

export type Observations = {
  kind: ProviderKind
  baseUrl: string
  model: string
  hasKey: boolean
  /** Where this page is, for servers that have to allow it. */
  pageOrigin: string
  browser: 'chromium' | 'firefox' | 'safari' | 'other'
  online: boolean
  /** How a tiny asking has failed. */
  error: LlmError
  /** Ids of the models that the provider lists; null: it lists none, or was not asked. */
  models: readonly string[] | null
  /** Whether a server is there at all, asked without a word of ours that it would have to allow; null: not tried. */
  reachable: boolean | null
  /** What the browser says of reaching this computer or its network; null: it does not say. */
  localPermission: 'granted' | 'denied' | 'prompt' | null
  /** Another address at the same origin at which a list of models was found. */
  otherUrl: string | null
}

/** What one button can do about it. */
type Remedy =
  | { type: 'url'; baseUrl: string }
  | { type: 'key' }
  | { type: 'kind'; kind: ProviderKind }
  /** `model`: the nearest that there is; null: another one. */
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
