import type { Advanced } from '../settings/advanced.ts'
import type { ModelFacts } from './model-facts.ts'
import type { Llm } from './port.ts'

/**
 * Options of an adapter. `fetch` adds the key itself (the adapter never sees it) and may refuse an origin by rejecting.
 */
export type AdapterOptions = {
  baseUrl: string
  fetch: typeof fetch
  /** A request fails with `timeout` after this many ms without a byte. Default: 120 s. */
  silenceLimit?: number | undefined
  /** The person's settings for all requests to this provider. `fetch` sends the `headers`. */
  advanced?:
    | Pick<
        Advanced,
        'temperature' | 'topP' | 'maxOutput' | 'seed' | 'tier' | 'body' | 'stored' | 'unstored' | 'cacheRetention'
      >
    | undefined
  /** Its list of models has identified an Ollama (`ListedModel.isOllama`), at any address. */
  isOllama?: boolean | undefined
  /** Called with what was skipped or repaired in an answer: the type of an unknown event, or a few words. */
  note?: ((what: string) => void) | undefined
}
/**
 * A model as its provider lists it. Limits in tokens; null: not reported. Optional fields are set only if the provider
 * reports them. `isOllama`: the server has answered as only Ollama does.
 */
export type ListedModel = {
  id: string
  contextWindow: number | null
  maxOutput: number | null
  isOllama?: true | undefined
  /** It makes pictures. `alone`: nothing else. */
  draws?: 'with-text' | 'alone' | undefined
} & {
  [Fact in 'name' | 'thinking' | 'images' | 'hears' | 'tools' | 'price']?: NonNullable<ModelFacts[Fact]> | undefined
}

export type Adapter = {
  create: (options: AdapterOptions) => Llm
  /** Asks the provider for its models; rejects with an Error that has an LlmError as `cause`. */
  listModels?: (options: AdapterOptions, signal: AbortSignal) => Promise<ListedModel[]>
  /**
   * Present if answers are made in the background: they continue after we disconnect, and `LlmRequest.resume` resumes
   * them.
   */
  background?: {
    /** Asks the provider to end a run. Best effort: never rejects. */
    cancel: (options: AdapterOptions, responseId: string) => Promise<void>
  }
}
