/** What a session hands to a helper. `tools` null: all that the session has. */
export type HelperJob = {
  title: string
  task: string
  tools: readonly string[] | null
  maxTurns: number
}

/** Why a helper is at rest. `missing`: its session is not on this device. */
export type HelperEnding = 'done' | 'stopped' | 'limit' | 'failed' | 'deleted' | 'missing'

/** The result of a helper's work. */
export type HelperReport = {
  ending: HelperEnding
  /** Its last words; '' if it said nothing. */
  text: string
  /** Of a failure. */
  reason: string
  /** Compare-and-set on the files of the session that it helps. */
  changes: { path: string; from: string | null; to: string | null; size: number; mediaType: string }[]
  /** Files that both changed: the helper's version is in `changes` under `copy`. `copy` null: the helper deleted it. */
  apart: { path: string; copy: string | null }[]
  /** The person wants to be asked before changes are kept. */
  asks: boolean
  /** Tokens and US dollars. */
  spent: { tokens: number; cost: number }
}

/** `at-work`: the helper has this session. */
export type Helping = { type: 'at-work'; session: string } | { type: 'ended'; report: HelperReport }
