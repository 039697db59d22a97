import type { AnswerBlock, Failure } from '../agent/content.ts'
import type { Spending, Unstamped } from '../agent/input.ts'
import type { State } from '../agent/state.ts'
import type { Way } from '../agent/stream-block.ts'
import type { Llm, LlmPart, LlmToolCall, RunHandle, Usage } from '../llm/port.ts'
import type * as afterBreak from './after-break.ts'
import type { AnswerBuffer } from './answer-buffer.ts'
import type * as askedAgain from './asked-again.ts'
import type * as callsInText from './calls-in-text.ts'
import type { BuiltRequest } from './context/build-request.ts'
import type { BareUpTo } from './context/earlier-attached.ts'
import type { RoundPorts } from './context/lookup-rounds.ts'
import type * as refusedSenses from './context/refused-senses.ts'

/** What a request to the model needs from outside. */

type CallTools = Extract<Unstamped, { type: 'brain-call-tools' }>

/** A model that can be asked. `scrub` removes the provider's secret from what is shown or stored. */
export type ModelConnection = {
  llm: Llm
  /** The provider's address; null: needs no network. */
  baseUrl: string | null
  scrub: (text: string) => string
  cost: (usage: Usage) => number | null
  /** Ends a run at the provider, best effort; null: its answers do not continue without us. */
  cancelRun: ((responseId: string) => Promise<void>) | null
  /**
   * How often a failed request is repeated automatically, if the person chose it; undefined: as often as one attempt
   * allows.
   */
  retries?: number | undefined
  /** Run calls that this model writes as text: the person allows it. */
  runsWritten?: boolean | undefined
}

/** Takes the parts of one request. Its owner shows the text to pages and stores it on disk; the state never has it. */
export type AnswerReceiver = {
  buffer: AnswerBuffer
  push: (part: LlmPart) => void
  /** The request leaves now. `tokens`: its estimated size. Returns a receiver for the provider's token counts. */
  asking: (tokens: number, cost: ModelConnection['cost']) => { counted: (usage: Usage) => void }
  /** Time from sending to the first word, in ms; null: no word came, or the time is meaningless. */
  firstAfter: () => number | null
  /** What this request has taken so far, estimated if the provider has not reported it; null: nothing has arrived. */
  spent: () => Spending | null
  /** The longest text received in any request of this attempt. */
  longest: () => AnswerBlock[]
  /** The provider's run, and how much of it has arrived. */
  run: () => RunHandle | null
  /** `keepRun`: the run may be resumed; otherwise it is forgotten. */
  end: (keepRun: boolean) => void
}

/** What earlier requests for an answer left behind, on disk or in memory. */
export type EarlierText = { attempt: number; content: AnswerBlock[]; run: RunHandle | null }

export type AskBrainPorts = {
  /** Waits while the keys are locked; rejects if the signal is aborted meanwhile. */
  connect: (model: State['config']['model'], signal: AbortSignal) => Promise<ModelConnection | { failure: Failure }>
  /** Reads the rows of the context and builds the request. `bareUpTo`: attachments that are no longer sent as files. */
  request: (state: State, cut: number, bareUpTo: BareUpTo) => Promise<BuiltRequest>
  /** Loads the code that decides what to do after a request was cut off. */
  breaks: () => Promise<typeof afterBreak>
  /** Loads the code that reads what a provider has refused. */
  refusals: () => Promise<typeof refusedSenses>
  /**
   * By model: attachments that had to be left out to get an answer. Per session, lost on reload: the next refusal
   * restores it.
   */
  refusedAttached: Map<string, BareUpTo>
  /** Answers, by cut, of which a paid request was cut off. Per session, lost on reload. */
  paidBroken: Set<number>
  /** What the model may look up in this session's past during a request, and the current state at that time. */
  lookUp: RoundPorts['lookUp']
  /** Stores a model's context window that a refusal named. */
  learnWindow: (model: State['config']['model'], size: number) => Promise<void>
  /** Stores that a model has refused a picture, or a recording. */
  learnMissing: (model: State['config']['model'], lack: 'blind' | 'deaf') => Promise<void>
  /** Whether the request has private material that is in no row and unknown to the head. */
  tellsPrivate: (state: State) => Promise<boolean>
  isOnline: (baseUrl: string | null) => boolean
  /** Resolves when the network is available or the signal is aborted; shows meanwhile that it waits. */
  untilOnline: (baseUrl: string | null, signal: AbortSignal) => Promise<void>
  earlier: (cut: number) => EarlierText | null
  /** `background`: the provider's answers continue without us, so its id of this answer is worth keeping. */
  live: (cut: number, attempt: number, way: Way, background: boolean) => AnswerReceiver
  prepare: (calls: LlmToolCall[], state: State) => Promise<CallTools['toolCalls']>
  /** Loads the code that reads calls that a model wrote as text. */
  written: () => Promise<typeof callsInText>
  /** Stores the bytes of a generated image; resolves to its blob. */
  keepImage: (bytes: Uint8Array<ArrayBuffer>) => Promise<string>
  /** Loads the code that decides whether an answer may be paid for again. */
  again: () => Promise<typeof askedAgain>
  /** Ask the person before an answer longer than this many (estimated) tokens is paid for again; null: never. */
  askBeforeAgainAbove: () => Promise<number | null>
  /** Whether this worker gives up its machines while their work is still wanted. */
  leaving: () => boolean
  /** Aborted while nothing can be saved: what arrived then would be lost. */
  savingFailed: () => AbortSignal
  /** Whether the previous start ended cleanly. */
  clean: boolean
  now: () => number
  random: () => number
  failpoint: (name: 'before-ask' | 'after-ask-start' | 'mid-stream' | 'before-complete') => Promise<void>
}
