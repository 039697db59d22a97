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

/** What asking a model for an answer needs of the world. */

type CallTools = Extract<Unstamped, { type: 'brain-call-tools' }>

/** A model that can be asked. `scrub` removes the provider's secret from what is to be shown or kept. */
export type ModelConnection = {
  llm: Llm
  /** Where it is asked; null: needs no network. */
  baseUrl: string | null
  scrub: (text: string) => string
  cost: (usage: Usage) => number | null
  /** Ends a run at the provider, best effort; null: its answers do not go on without us. */
  cancelRun: ((responseId: string) => Promise<void>) | null
  /** How often it is asked again by itself, where the person says so; undefined: as often as one attempt allows. */
  retries?: number | undefined
  /** Calls that this model writes as text are carried out: the person allows it. */
  runsWritten?: boolean | undefined
}

/** Takes the parts of one asking. The text is shown to pages and kept on disk by the receiver's owner, never by the state. */
export type AnswerReceiver = {
  buffer: AnswerBuffer
  push: (part: LlmPart) => void
  /** The question leaves now. `tokens`: what it weighs, about. Gives who is to be told what the provider has counted. */
  asking: (tokens: number, cost: ModelConnection['cost']) => { counted: (usage: Usage) => void }
  /** From then to the first word, in ms; null: there was none, or its time says nothing. */
  firstAfter: () => number | null
  /** What this asking has taken so far, estimated where the provider has not said; null: it has not been heard of. */
  spent: () => Spending | null
  /** The longest text received in any asking of this attempt. */
  longest: () => AnswerBlock[]
  /** The provider's run, and how far into it we are. */
  run: () => RunHandle | null
  /** `keepRun`: the run may be taken up again; else it is forgotten. */
  end: (keepRun: boolean) => void
}

/** What earlier askings of an answer have left behind, on disk or in memory. */
export type EarlierText = { attempt: number; content: AnswerBlock[]; run: RunHandle | null }

export type AskBrainPorts = {
  /** Waits as long as the keys are locked; rejects when the signal is aborted meanwhile. */
  connect: (model: State['config']['model'], signal: AbortSignal) => Promise<ModelConnection | { failure: Failure }>
  /** Reads the rows of the context and builds the request. `bareUpTo`: what is not sent as it is any more. */
  request: (state: State, cut: number, bareUpTo: BareUpTo) => Promise<BuiltRequest>
  /** Says what follows when an asking has broken off. */
  breaks: () => Promise<typeof afterBreak>
  /** Reads what a provider has refused. */
  refusals: () => Promise<typeof refusedSenses>
  /** By model: what it answered without only. Of this session, and until a reload: one more refusal tells it then. */
  refusedAttached: Map<string, BareUpTo>
  /** The answers, by cut, of which an asking that was paid for has broken off. Of this session, and until a reload. */
  paidBroken: Set<number>
  /** What the brain may look up in this session's past while it is asked, and the state as it is by then. */
  lookUp: RoundPorts['lookUp']
  /** A refusal has named the window of a model. */
  learnWindow: (model: State['config']['model'], size: number) => Promise<void>
  /** A model has refused a picture, or a recording. */
  learnMissing: (model: State['config']['model'], lack: 'blind' | 'deaf') => Promise<void>
  /** Whether the request holds private material that no row has and the head does not know of. */
  tellsPrivate: (state: State) => Promise<boolean>
  isOnline: (baseUrl: string | null) => boolean
  /** Resolves when the network is there or the signal is aborted; says meanwhile that it waits. */
  untilOnline: (baseUrl: string | null, signal: AbortSignal) => Promise<void>
  earlier: (cut: number) => EarlierText | null
  /** `background`: the provider's answers go on without us, so its name of this one is worth keeping. */
  live: (cut: number, attempt: number, way: Way, background: boolean) => AnswerReceiver
  prepare: (calls: LlmToolCall[], state: State) => Promise<CallTools['toolCalls']>
  /** Reads calls that a model wrote as text. */
  written: () => Promise<typeof callsInText>
  /** Stores the bytes of an image that the model made; resolves to its blob. */
  keepImage: (bytes: Uint8Array<ArrayBuffer>) => Promise<string>
  /** Judges whether an answer may be paid for again. */
  again: () => Promise<typeof askedAgain>
  /** The person wants to be asked before an answer over this many (estimated) tokens is paid for again; null: never. */
  askBeforeAgainAbove: () => Promise<number | null>
  /** Whether this worker gives up its machines, while their work is still wanted. */
  leaving: () => boolean
  /** Aborted while nothing can be saved: what is received then would be lost. */
  savingFailed: () => AbortSignal
  /** Whether the start before this one ended in good order. */
  clean: boolean
  now: () => number
  random: () => number
  failpoint: (name: 'before-ask' | 'after-ask-start' | 'mid-stream' | 'before-complete') => Promise<void>
}
