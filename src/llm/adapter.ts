import type { Advanced } from '../settings/advanced.ts'
import type { ModelFacts } from './model-facts.ts'
import type { Llm } from './port.ts'

/** What an adapter is given. `fetch` adds the key itself (the adapter never sees it) and may refuse an origin by rejecting. */
export type AdapterOptions = {
  baseUrl: string
  fetch: typeof fetch
  /** An asking fails with `timeout` after this many ms without a byte. Default: 120 s. */
  silenceLimit?: number | undefined
  /** What the person sets for all questions to this provider. `headers` are the fetch's affair. */
  advanced?:
    | Pick<
        Advanced,
        'temperature' | 'topP' | 'maxOutput' | 'seed' | 'tier' | 'body' | 'stored' | 'unstored' | 'cacheRetention'
      >
    | undefined
  /** Its list of models has shown an Ollama (`ListedModel.isOllama`), at whatever address it is. */
  isOllama?: boolean | undefined
  /** Hears what was skipped or mended in an answer: the type of an event that nobody here knows, or a few words. */
  note?: ((what: string) => void) | undefined
}
/**
 * A model as its provider lists it. Limits in tokens; null: not said. What it says besides is there where it says so. `isOllama`: the server has
 * answered as only Ollama does.
 */
export type ListedModel = {
  id: string
  contextWindow: number | null
  maxOutput: number | null
  isOllama?: true | undefined
} & {
  [Fact in 'name' | 'thinking' | 'images' | 'hears' | 'tools' | 'price']?: NonNullable<ModelFacts[Fact]> | undefined
}

export type Adapter = {
  create: (options: AdapterOptions) => Llm
  /** Asks the provider which models there are; rejects with an Error that has an LlmError as `cause`. */
  listModels?: (options: AdapterOptions, signal: AbortSignal) => Promise<ListedModel[]>
  /** Present where answers are made in the background: they go on when we hang up, and `LlmRequest.resume` takes them up again. */
  background?: {
    /** Asks the provider to end a run. Best effort: never rejects. */
    cancel: (options: AdapterOptions, responseId: string) => Promise<void>
  }
}
