/** What a server wants to ask a model. */
type SamplingWish = {
  system: string
  messages: readonly { role: 'user' | 'assistant'; text: string }[]
  maxTokens: number
}

/** As ToolRequest of `tool.ts`, which imports this file. */
type Paid = {
  model: { providerId: string; model: string }
  usage: { input: number; output: number; cacheRead: number; cacheWrite: number; reasoning: number }
  cost: number | null
}

/** The session's model, for servers that want to ask one. Each function may reject with a sentence. */
export type Sampling = {
  isGranted: (grant: string) => boolean
  /** The model, and the most that the request costs in US dollars; null: not known. */
  most: (wish: SamplingWish) => Promise<{ name: string; cost: number | null }>
  ask: (
    wish: SamplingWish,
    signal: AbortSignal,
  ) => Promise<{ text: string; model: string; isCut: boolean; request: Paid }>
}
