/**
 * The port to language models: one function, request in, an async iterable of parts out (seed 004's event protocol). A
 * leaf without platform types except AbortSignal; everything provider-specific is behind it.
 */

type Json = null | boolean | number | string | Json[] | { [key: string]: Json }

/**
 * Opaque data of a provider (thinking signatures, encrypted reasoning, item ids) that must be sent back unchanged. It
 * is JSON; the type says `unknown` because the compiler cannot unroll a recursive type inside the state.
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
  /** Duration in milliseconds, if known. */
  ms?: number | undefined
}
/** `data` is base64 without a `data:` prefix. */
export type ImageData = { type: 'image'; mediaType: string; data: string }
/** A generated image, with data that its provider wants back. */
export type ModelImage = ImageData & { meta?: ProviderMeta | undefined }
/** A document that the model reads itself (a PDF), or a recording that it hears; `data` as in an image. */
export type FileData = { type: 'file'; mediaType: string; name: string; data: string }

/**
 * Code that the provider ran itself, in its own sandbox, during an answer. `language` in its usual spelling ('python').
 * `output`: what it printed; null: no result. `meta`: data that its provider wants back; without it, the run is sent
 * back as words.
 */
export type CodeRun = {
  type: 'code-run'
  language: string
  code: string
  output: string | null
  failed?: boolean | undefined
  meta?: ProviderMeta | undefined
}

/**
 * `id`: the provider's own id; `arguments`: the JSON text as the model wrote it (prepared arguments if they were
 * changed).
 */
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
      /** In the order in which the model produced them. */
      content: (TextBlock | ThinkingBlock | ModelImage | CodeRun | LlmToolCall)[]
    }
  | {
      role: 'tool'
      id: string
      name: string
      content: (TextBlock | ImageData | FileData)[]
      isError: boolean
    }

/** A page that an answer is based on, found by the provider's own search. `url`: http or https. */
export type Source = { url: string; title?: string | undefined }
/**
 * Where a page is cited: `at` is the end of the words, counted in characters over all text of the answer, in order;
 * `source` numbers the pages from 0 in the order in which they came, each address once.
 */
export type Citation = { at: number; source: number }

export type LlmTool = {
  name: string
  description: string
  parameters: { [key: string]: Json }
}
type ToolChoice = 'auto' | 'none' | 'required' | { name: string }
/** `max`: as much as the model can. A level that a model does not know becomes the nearest that it does. */
export type ThinkingLevel = 'off' | 'minimal' | 'low' | 'medium' | 'high' | 'max'

/** An answer that the provider continues without us. `cursor`: number of the last event received; null: none yet. */
export type RunHandle = { responseId: string; cursor: number | null }

export type LlmRequest = {
  model: string
  system: string
  /**
   * Starts with `user`, ends with `user` or `tool`; every call is followed by its result (agent/context.ts guarantees
   * it).
   */
  messages: LlmMessage[]
  tools: LlmTool[]
  /** The part of `system` about tools: a model without tools does not get it. */
  toolWords?: string | undefined
  toolChoice: ToolChoice
  thinking: ThinkingLevel
  /** The same for all requests of one conversation, which begin alike; helps some providers find their cache. */
  cacheKey?: string | undefined
  maxOutputTokens?: number | undefined
  /** A picture is wanted, in this shape; ignored by models that make none. */
  shape?: 'square' | 'wide' | 'tall' | undefined
  /** A picture is wanted. `alone`: the model makes nothing else. */
  draws?: 'with-text' | 'alone' | undefined
  /** The provider may search the web itself; ignored by models that cannot. */
  webSearch?: boolean | undefined
  /** The provider may run the model's code in its own sandbox; ignored by models that cannot. */
  ownCode?: boolean | undefined
  /**
   * Code runs of answers that a summary replaces in `messages`, in order: for the sandbox that they name. May lack
   * runs.
   */
  earlierRuns?: CodeRun[] | undefined
  /** What this model does not accept, by its own word or by public facts: see refusals.ts. It is left out. */
  lacks?: readonly string[] | undefined
  /**
   * Resume the provider's running answer instead of asking; only if the adapter has `background`. All of it is sent
   * again.
   */
  resume?: RunHandle | undefined
  /** Called with the provider's counts so far, whenever it reports them before the end. */
  counted?: ((usage: Usage) => void) | undefined
  signal: AbortSignal
}

export type StopReason = 'stop' | 'length' | 'tool-use' | 'refusal' | 'other'
/** Tokens; 0 if a provider does not report them. `input` includes cache reads and writes. */
export type Usage = {
  input: number
  output: number
  cacheRead: number
  cacheWrite: number
  reasoning: number
  /** Web searches that the provider ran itself and charges for. */
  searches?: number | undefined
  /** The provider's name for the service tier, if it is special, and so not at the normal price. */
  tier?: string | undefined
  /** Estimated: the provider reported no tokens. */
  guessed?: true | undefined
  /** The model that answered, by the provider's own word, if its name differs from the requested one. */
  answeredBy?: string | undefined
  /** The provider's id of this answer. */
  responseId?: string | undefined
}

export type LlmErrorKind =
  | 'bad-key' // 401, 403
  | 'network' // no response at all: offline, CORS, DNS, refused connection; a browser cannot tell them apart
  | 'rate-limit' // 429
  | 'no-credit' // 402, or an error that says so
  | 'overloaded' // 529, 503
  | 'server' // other 5xx
  | 'context-too-long'
  | 'not-found' // 404: model or path
  | 'bad-request' // other 4xx
  | 'refused' // the provider's safety system
  | 'broken-stream' // cut off, clean end without finish, malformed data, wrong content type
  | 'empty' // an answer without any content
  | 'timeout' // silence for too long
  | 'aborted'
  | 'unknown'

/** `message` is one plain sentence for a person, scrubbed of every known secret. `retryAfter` is in milliseconds. */
export type LlmError = {
  kind: LlmErrorKind
  message: string
  retryable: boolean
  /** Most automatic retries, if fewer than usual. */
  retries?: number | undefined
  retryAfter?: number | undefined
  status?: number | undefined
  /**
   * What part of the request is not accepted, if the provider named it: see refusals.ts. Without it the request may
   * succeed.
   */
  lack?: string | undefined
}

/**
 * `index` numbers the blocks of one answer in order of their start, over all kinds. `cursor`: number of the provider's
 * event of this part, if events are numbered; for an error: of the last event before it.
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
  /** A completed text turns out to be thinking. */
  | { type: 'text-is-thinking'; index: number }
  | { type: 'thinking-start'; index: number }
  | { type: 'thinking-delta'; index: number; text: string }
  | {
      type: 'thinking-end'
      index: number
      redacted?: boolean | undefined
      meta?: ProviderMeta | undefined
    }
  /** Always whole. `data` is base64. */
  | { type: 'image'; index: number; mediaType: string; data: string; meta?: ProviderMeta | undefined }
  /** Code that the provider runs itself: the whole code, and later its result, which may never come. */
  | { type: 'code-run'; index: number; language: string; code: string }
  | {
      type: 'code-run-end'
      index: number
      output: string
      failed?: boolean | undefined
      meta?: ProviderMeta | undefined
    }
  /**
   * Data that the provider wants back with a run, if it comes only at the end of the answer: added to the run's `meta`.
   */
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
  /** Pages found since the last such part, and where they are cited. A citation comes after its words and its page. */
  | { type: 'sources'; found: (Source | Citation)[] }
  /** `cost`: US dollars, if the provider reports it. */
  | { type: 'done'; stopReason: StopReason; usage: Usage; cost?: number | undefined }
  /** `usage`: counted so far, if the provider reports it. */
  | { type: 'error'; error: LlmError; usage?: Usage | undefined }

/**
 * Contract: neither the call nor its iterator ever throws or rejects. Exactly one `done` or `error` is yielded, as the
 * last part. An abort through `signal` reaches the socket and ends with an `error` of kind `aborted`.
 */
export type Llm = (request: LlmRequest) => AsyncIterable<LlmPart>
