/** How providers that speak the OpenAI chat format differ. A new provider with a difference of its own is one more line. */

export type Quirks = {
  /** Asks for token counts at the end of the stream. */
  streamOptions: boolean
  /** The name of the field that limits the output. */
  limitField: 'max_tokens' | 'max_completion_tokens'
  /** Whether thinking of the current round is sent back (`reasoning_content`): some need it, some reject unknown fields. */
  replayThinking: boolean
  /** Ids of tool calls that are accepted. */
  toolIds: RegExp
}

const DEFAULTS: Quirks = { streamOptions: true, limitField: 'max_tokens', replayThinking: true, toolIds: /^.{1,64}$/ }

const BY_HOST: Record<string, Partial<Quirks>> = {
  'api.openai.com': { limitField: 'max_completion_tokens', replayThinking: false, toolIds: /^.{1,40}$/ },
  'api.groq.com': { replayThinking: false },
  'api.mistral.ai': { streamOptions: false, replayThinking: false, toolIds: /^[a-zA-Z0-9]{9}$/ },
}

/** The differences of the provider behind a base URL. */
export function quirksOf(baseUrl: string): Quirks {
  return { ...DEFAULTS, ...BY_HOST[new URL(baseUrl).hostname] }
}
