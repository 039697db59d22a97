/**
 * The port to language models: one function, request in, an async iterable of parts out (seed 004's event protocol).
 * A leaf without platform types beyond AbortSignal; everything provider-specific stays behind it.
 */

type Json = null | boolean | number | string | Json[] | { [key: string]: Json }

/**
 * Opaque data of a provider (thinking signatures, encrypted reasoning, item ids) that must be sent back unchanged. It is JSON; the type
 * says `unknown` because a recursive type inside the state is more than the compiler can unroll.
 */
export type ProviderMeta = Record<string, Record<string, unknown>>

export type TextBlock = {
  type: 'text'
  text: string
  meta?: ProviderMeta | undefined
}
export type ThinkingBlock = {
  type: 'thinking'
  text: string
  redacted?: boolean | undefined
  meta?: ProviderMeta | undefined
  /** How long it took, in milliseconds, where that is known. */
  ms?: number | undefined
}
/** `data` is base64 without a `data:` prefix. */
export type ImageData = { type: 'image'; mediaType: string; data: string }
/** An image that a model made, with what its provider wants back with it. */
export type ModelImage = ImageData & { meta?: ProviderMeta | undefined }
/** A document that the model reads by itself (a PDF), or a recording that it hears; `data` as of an image. */
export type FileData = { type: 'file'; mediaType: string; name: string; data: string }

/**
 * Code that the provider ran itself, in its own sandbox, while it answered. `language` as it is commonly written ('python'). `output`: what it
 * printed; null: nothing has come of it. `meta`: what its provider wants back with it; without it, it goes back as words.
 */
export type CodeRun = {
  type: 'code-run'
  language: string
  code: string
  output: string | null
  failed?: boolean | undefined
  meta?: ProviderMeta | undefined
}

/** `id` is the provider's own id, `arguments` the JSON text as the model wrote it (prepared arguments when they were changed). */
export type LlmToolCall = {
  type: 'tool-call'
  id: string
  name: string
  arguments: string
  meta?: ProviderMeta | undefined
}

export type LlmMessage =
  | { role: 'user'; content: (TextBlock | ImageData | FileData)[] }
  | {
      role: 'assistant'
      /** In the order in which the model made them. */
      content: (TextBlock | ThinkingBlock | ModelImage | CodeRun | LlmToolCall)[]
    }
  | {
      role: 'tool'
      id: string
      name: string
      content: (TextBlock | ImageData | FileData)[]
      isError: boolean
    }

/** A page that an answer is based on, as the provider's own search found it. `url`: http or https. */
export type Source = { url: string; title?: string | undefined }
/**
 * Where a page stands behind what was said: `at` is the end of those words, counted over the characters of all text of the answer, in its
 * order; `source` numbers the pages from 0, in the order in which they came, each address once.
 */
export type Citation = { at: number; source: number }

export type LlmTool = {
  name: string
  description: string
  parameters: { [key: string]: Json }
}
type ToolChoice = 'auto' | 'none' | 'required' | { name: string }
/** `max`: as much as the model can. What a model does not know becomes the nearest that it does. */
export type ThinkingLevel = 'off' | 'minimal' | 'low' | 'medium' | 'high' | 'max'

/** An answer that the provider goes on making without us. `cursor`: the number of its last event that was received; null: none yet. */
export type RunHandle = { responseId: string; cursor: number | null }

export type LlmRequest = {
  model: string
  system: string
  /** Starts with `user`, ends with `user` or `tool`; every call is followed by its result (agent/context.ts guarantees it). */
  messages: LlmMessage[]
  tools: LlmTool[]
  toolChoice: ToolChoice
  thinking: ThinkingLevel
  /** The same for all requests of one conversation, which begin alike; it finds what the provider has cached of them, where that helps. */
  cacheKey?: string | undefined
  maxOutputTokens?: number | undefined
  /** The provider may search the web itself; heard only by models that can. */
  webSearch?: boolean | undefined
  /** The provider may run code that the model writes, in its own sandbox; heard only by models that can. */
  ownCode?: boolean | undefined
  /** What was run in answers that a summary stands for in `messages`, in its order: for the sandbox that it names. It may lack runs. */
  earlierRuns?: CodeRun[] | undefined
  /** What this model does not take, by its own word or by what is known of it: see refusals.ts. It is left out. */
  lacks?: readonly string[] | undefined
  /** Take up the provider's own running answer instead of asking; only where the adapter has `background`. All of it comes again. */
  resume?: RunHandle | undefined
  /** Told what the provider has counted so far, whenever it says so before the end. */
  counted?: ((usage: Usage) => void) | undefined
  signal: AbortSignal
}

export type StopReason = 'stop' | 'length' | 'tool-use' | 'refusal' | 'other'
/** Tokens; a provider that does not say gives 0. `input` includes cache reads and writes. */
export type Usage = {
  input: number
  output: number
  cacheRead: number
  cacheWrite: number
  reasoning: number
  /** Searches of the web that the provider ran itself and takes a fee for. */
  searches?: number | undefined
  /** The provider's name for how it served this, where that is not its ordinary way, and so not at its ordinary price. */
  tier?: string | undefined
  /** The model that answered, by the provider's own word, where it is another name than the one that was asked. */
  answeredBy?: string | undefined
  /** The provider's name for this answer. */
  responseId?: string | undefined
}

export type LlmErrorKind =
  | 'bad-key' // 401, 403
  | 'network' // no answer at all: offline, CORS, DNS, refused connection; a browser cannot tell them apart
  | 'rate-limit' // 429
  | 'no-credit' // 402, or said so
  | 'overloaded' // 529, 503
  | 'server' // other 5xx
  | 'context-too-long'
  | 'not-found' // 404: model or path
  | 'bad-request' // other 4xx
  | 'refused' // the provider's safety system
  | 'broken-stream' // cut, clean end without finish, malformed data, wrong content type
  | 'empty' // an answer without anything in it
  | 'timeout' // silence for too long
  | 'aborted'
  | 'unknown'

/** `message` is one plain sentence for a person, scrubbed of every known secret. `retryAfter` is in milliseconds. */
export type LlmError = {
  kind: LlmErrorKind
  message: string
  retryable: boolean
  retryAfter?: number | undefined
  status?: number | undefined
  /** What of the question is not taken, where the provider has named it: see refusals.ts. Without it the same may be answered. */
  lack?: string | undefined
}

/**
 * `index` numbers the blocks of one answer in order of their start, over all kinds. `cursor`: the number of the provider's event that the
 * part came with, where events are numbered; of an error: that of the last event before it.
 */
export type LlmPart = PlainPart & { cursor?: number | undefined }
type PlainPart =
  | {
      type: 'start'
      responseId?: string | undefined
      model?: string | undefined
    }
  | { type: 'text-start'; index: number }
  | { type: 'text-delta'; index: number; text: string }
  | { type: 'text-end'; index: number; meta?: ProviderMeta | undefined }
  /** A text, which has ended, turns out to have been a thought. */
  | { type: 'text-is-thinking'; index: number }
  | { type: 'thinking-start'; index: number }
  | { type: 'thinking-delta'; index: number; text: string }
  | {
      type: 'thinking-end'
      index: number
      redacted?: boolean | undefined
      meta?: ProviderMeta | undefined
    }
  /** Whole at once. `data` is base64. */
  | { type: 'image'; index: number; mediaType: string; data: string; meta?: ProviderMeta | undefined }
  /** What the provider runs itself: the code, whole, and later what came of it, which may never come. */
  | { type: 'code-run'; index: number; language: string; code: string }
  | {
      type: 'code-run-end'
      index: number
      output: string
      failed?: boolean | undefined
      meta?: ProviderMeta | undefined
    }
  /** What the provider wants back with a run, where it says so only at the end of the answer: added to what the run has. */
  | { type: 'code-run-meta'; index: number; meta: ProviderMeta }
  | { type: 'tool-call-start'; index: number; id: string; name: string }
  | { type: 'tool-call-delta'; index: number; text: string }
  | {
      type: 'tool-call-end'
      index: number
      id: string
      name: string
      arguments: string
      meta?: ProviderMeta | undefined
    }
  /** Pages, and where they are cited, as they have been found since the last such part. A citation comes after its words and its page. */
  | { type: 'sources'; found: (Source | Citation)[] }
  /** `cost`: US dollars, where the provider says what it took. */
  | { type: 'done'; stopReason: StopReason; usage: Usage; cost?: number | undefined }
  /** `usage`: what had been counted by then, where the provider says so. */
  | { type: 'error'; error: LlmError; usage?: Usage | undefined }

/**
 * Contract: must not throw or reject once called, and its iterator neither. Exactly one `done` or `error` is yielded, as the last part.
 * An abort through `signal` reaches the socket and ends with an `error` of kind `aborted`.
 */
export type Llm = (request: LlmRequest) => AsyncIterable<LlmPart>
