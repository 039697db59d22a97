/** An effect that must run. Data only: the rest it reads from the state it was started with. */
export type Effect =
  | { kind: 'ask-brain'; cut: number; attempt: number }
  | { kind: 'compress-history'; cut: number }
  | { kind: 'request-toolkit'; toolCallId: string; n: number; attempt: number }
  /** `until`: wall time, ms. */
  | { kind: 'wait'; until: number }
  /** `session`: the helper that a tool call waits for. */
  | { kind: 'await-helper'; session: string }
  | { kind: 'name-session' }
