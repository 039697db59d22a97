// biome-ignore-all format: kept as the specification writes it
/**
 * Executable specification of the agent state machine: the oracle of the lockstep run, never part of the product.
 * Pure and total: no clock, no random, no throw. Time and ids come with the input or are derived from the cut.
 * Simplification: every step clones the state; the product changes only what it touches and keeps an index of live work
 * in the head.
 *
 * Adapted where the design names a difference, and only there:
 * - a wait has the key of the work that waits, and its time is wall time (`wait-<cut or call>-<attempt>`, `clock-reach
 * {key}`);
 * - the size of the context is measured in estimated tokens: `measure.size` stands for the product's count, which has
 * its own law;
 * - `brain-expand-history` has the new `cutAt` instead of a count of rows;
 * - `brain-fail-compress` exists.
 *
 * Added for long conversations:
 * - compression past the last user message (which is then repeated whole), in parts, on the person's request, and its
 * undo;
 * - pruning; the person has old material sent again;
 * - a session is named as soon as it has a message;
 * - requests that are too long recover automatically; three failed compressions in a row stop compressing;
 * - internal tools are part of their request. What a person begins is a run with a name; input for a run that is over
 *   does not affect a newer one. If a model is unavailable, the next of a chain is asked, under a new cut, after fewer
 *   attempts; a new run begins with the first model again. A call may wait for a helper, which takes one of its places
 *   among the running ones; when that is at rest, the call runs again. A helper whose call has ended is released, once:
 *   its work stops. A call may be announced with its answer, as in a recording: it enters closed, needs no approval and
 *   never runs. A plan has steps; the model replaces it with a call, the person changes single steps. What the person
 *   changed is told with the next request, once, and what the model has not been told it does not overwrite. A summary
 *   repeats a plan that it hides. In a mode, calls run that would ask otherwise, save those that send what nobody gave;
 *   a more careful mode asks again about those that have not started. A person may decide about several calls at once.
 *   These facts come with the inputs: whether a compression would make the context
 *   longer, whether an undone one fits, and how far a threshold falls.
 */
type Delivery = 'steer' | 'follow-up' | 'now' | 'interrupt'
type Repeat = 'pure' | 'idempotent' | 'once'
type Tool = { repeat: Repeat; approval: 'allow' | 'ask' | 'never'; sequential: boolean }
export const MODES = ['ask', 'careful', 'free'] as const
type Mode = (typeof MODES)[number]
export type Config = { steerMode: 'one' | 'all'; followUpMode: 'one' | 'all'; execution: 'parallel' | 'sequential'
  maxTurns: number; compressAbove: number; fallbacks: number; fallbackAfter: number; mode?: Mode | undefined; tools: Record<string, Tool> }
export type Result = { kind: 'ok' | 'error' | 'denied' | 'aborted' | 'skipped' | 'reported'; text: string; terminate: boolean }
export type ToolCall = {
  id: string; providerId: string; key?: string | undefined; name: string; args: string; repeat: Repeat; sequential: boolean
  sends?: string | undefined // what nobody gave and would leave: decided for this call alone
  freeIn?: Mode | undefined // runs unasked because the mode is at least this one
  status: 'announced' | 'pending' | 'ready' | 'waiting' | 'unknown' | 'closed'
  turnAt: number | null // when it was its turn to run
  attempt: number; started: boolean; starts: number; retryAt: number | null; result: Result | null
  helper?: string | undefined // the session that does its work; while it waits for that, it has no time
}
type PlanState = 'pending' | 'active' | 'done' | 'skipped'
export type Step = { id: string; text: string; state: PlanState }
/**
 * `edited`: when the person last changed it. `row`: stamp of the row in which the brain reads it; null: it was not told
 * yet.
 */
export type Plan = { steps: Step[]; edited: number; row: number | null }
export type PlanChange = { type: 'add'; text: string; after?: string | undefined } | { type: 'step'; id: string; text?: string | undefined; state?: PlanState | undefined }
  | { type: 'remove'; id: string } | { type: 'move'; id: string; to: number } | { type: 'clear' }
export type UserMessage = { role: 'user'; id: string; text: string; delivery: Delivery; at: number }
export type Answer = {
  role: 'assistant'; cut: number; at: number; attempt: number; starts: number
  status: 'streaming' | 'waiting' | 'complete' | 'failed' | 'aborted' | 'replaced'
  text: string; calls: ToolCall[]; changedContext: boolean; retryAt: number | null
  told?: string // the plan as its request tells it
  settledAt: number | null // when it ended and its last result came
}
type Message = UserMessage | Answer
type Hold = 'aborted' | 'failed' | 'limit'
export type State = {
  updatedAt: number
  activeAt: number // when the conversation last moved; settings and summaries do not count
  config: Config; messages: Message[]
  steer: UserMessage[]; followUp: UserMessage[]
  unseen: { at: number; user: boolean; now: boolean } | null // what has not yet been sent to the brain
  hold: Hold | null; turnsLeft: number
  run: number // stamp of the person's input that began the current or last run; 0: none
  summary: string | null; summaryCutAt: number; compressedFor: number | null; title: string | null
  words: string[] // ids of user messages that are repeated whole after the summary
  before: Pick<State, 'summary' | 'summaryCutAt' | 'words' | 'summaryPlan'> | null // the summary before this one, restored by an undo
  plan: Plan | null; summaryPlan: string | null // as the summary repeats it
  loaded: string[] // ids of old calls that are shown in full
  naming: boolean // a name is being requested, once
  prunedAt: number; threshold: number
  private: boolean // it may have private material that is not in its own rows; never reset
  parent: 'waits' | 'released' | null // whether it helps another session, and whether that still waits for it
  recorded: boolean // read-only: to continue it, make a branch
  compact: number | null // the person wants a compression; its cut
  failures: number // compressions that failed in a row
  tooLong: { count: number; due: boolean }
  onward: number // index of the model of the chain for this run; 0: the chosen one
}
export type Work = { cut: number; attempt: number }; export type CallWork = { toolCallId: string; attempt: number }
export type Aim = { run?: number | undefined } // the run that it is meant for; it has no effect on others
export type Partials = Record<number, string> // text received so far, by cut
export type Input = { timestamp: number } & (
  | { type: 'user-send-message'; messageId: string; text: string; delivery: Delivery; partials: Partials }
  | { type: 'user-cancel-queued'; messageId: string } | ({ type: 'user-abort'; partials: Partials } & Aim)
  | ({ type: 'user-retry'; target: string } & Aim) // a user message id, or the cut of an answer
  | { type: 'user-decide-tool-call'; toolCallId: string; also?: readonly string[] | undefined; decision: 'approve' | 'deny'; scope: 'once' | 'session' }
  | { type: 'user-settle-tool-call'; toolCallId: string; choice: 'again' | 'skip' | 'report'; text: string }
  | ({ type: 'user-continue' } & Aim) | { type: 'user-configure'; config: Partial<Config>; anew: 'model' | 'chain' | null; mode?: boolean | undefined } // what to choose again for requests
  | ({ type: 'brain-send-message-start'; private?: boolean | undefined } & Work)
  | ({ type: 'brain-call-tools'; toolCalls: { providerId: string; key?: string | undefined; name: string; args: string; sends?: string | undefined; freeIn?: Mode | undefined; answered?: { kind: 'ok' | 'error'; text: string } | undefined }[] } & Work)
  | ({ type: 'brain-send-message-complete'; text: string } & Work)
  | ({ type: 'brain-fail'; partial: string; retryAt: number | null; tooLong?: { threshold: number } | undefined; noRoom?: boolean | undefined } & Work)
  | ({ type: 'brain-load-tool-call'; toolCallId: string } & Work)
  | ({ type: 'brain-expand-history'; cutAt: number } & Work)
  | { type: 'brain-compress-history'; cut: number; summary: string; cutAt: number; words: string[]; more: boolean; longer: boolean }
  | { type: 'brain-prune-history'; cut: number; at: number; longer: boolean } | ({ type: 'brain-search-history' } & Work)
  | { type: 'user-compact' } | { type: 'user-edit-summary'; cutAt: number; text: string } | { type: 'user-undo-summary'; cutAt: number; fits: boolean }
  | { type: 'session-drop-summary' } | { type: 'session-record' } | { type: 'session-keep-private' } | { type: 'session-branch'; count: number; title?: string | undefined } // for a copy of another session
  | { type: 'user-load-tool-call'; toolCallId: string } | { type: 'user-expand-history'; cutAt: number; to: number }
  | { type: 'brain-fail-compress'; cut: number; idle: boolean } | { type: 'brain-begin-naming' } | { type: 'brain-name-session'; title: string }
  | ({ type: 'toolkit-start' } & CallWork)
  | { type: 'user-change-plan'; change: PlanChange }
  | ({ type: 'toolkit-respond'; text: string; terminate: boolean; plan?: Omit<Step, 'id'>[] | undefined } & CallWork)
  | ({ type: 'toolkit-error'; text: string; retryAt: number | null } & CallWork)
  | ({ type: 'toolkit-interrupt' } & CallWork) | ({ type: 'toolkit-wait'; helper: string } & CallWork) | { type: 'session-release'; partials: Partials }
  | { type: 'clock-reach'; key: string } | { type: 'effect-lost'; key: string; error: string })
export type Effect =
  | { kind: 'ask-brain'; cut: number; attempt: number } | { kind: 'compress-history'; cut: number }
  | { kind: 'request-toolkit'; toolCallId: string; attempt: number }
  | { kind: 'wait'; until: number } | { kind: 'await-helper'; session: string } | { kind: 'name-session' }

export const MAX_STREAMS = 2, MAX_TOOLS = 3, MAX_HELPERS = 4, MAX_ATTEMPTS = 5, MAX_STARTS = 4, MAX_TOO_LONG = 3, MAX_COMPRESS_FAILURES = 3, MAX_LOADED = 32, MAX_STEPS = 50

export const initiate = (config: Config): State => ({ updatedAt: 0, activeAt: 0, config, messages: [], steer: [], followUp: [], unseen: null,
  hold: null, turnsLeft: config.maxTurns, run: 0, summary: null, summaryCutAt: 0, compressedFor: null, title: null,
  words: [], plan: null, summaryPlan: null, loaded: [], naming: false, before: null, prunedAt: 0, private: false, parent: null, recorded: false, threshold: config.compressAbove, compact: null, failures: 0, tooLong: { count: 0, due: false }, onward: 0 })
