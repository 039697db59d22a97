import type { Adapter } from './adapter.ts'
import { chatAdapter } from './openai-compatible.ts'
import { quirksOf } from './quirks.ts'

/** Chat completions for models of many makers, with thinking received and sent back as `reasoning_details`. */
export const adapter: Adapter = chatAdapter((baseUrl) => ({
  ...quirksOf(baseUrl),
  replayThinking: 'never',
  picturesInChat: true,
  thinking: 'details',
  conversation: { member: 'session_id' },
  // its guide to prompt caching, "Anthropic Claude": other makers' models are cached automatically
  cachePoint: { models: /^~?anthropic\//, place: 'body' },
  searchTool: { type: 'openrouter:web_search', parameters: { max_results: 5 } },
  efforts: { minimal: 'minimal', low: 'low', medium: 'medium', high: 'high', max: 'xhigh' },
}))
