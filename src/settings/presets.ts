import type { ProviderKind } from './provider-kind.ts'

/**
 * Well-known providers: one row each, with everything in which it differs from others of its kind. A provider with a
 * known API is added as one row. Loaded only with the form that shows it and the adapter that uses it.
 */

/** How providers that speak the OpenAI chat format differ. */
export type Quirks = {
  /** Requests token counts at the end of the stream. */
  streamOptions: boolean
  /** The name of the field that limits the output. */
  limitField: 'max_tokens' | 'max_completion_tokens'
  /**
   * Which thinking is sent back as `reasoning_content`: only that since the person's last message (`round`), all
   * (`required`), or none (`never`). With `required`, an answer without thinking sends an empty text; otherwise
   * DeepSeek and Kimi refuse every request after a tool call.
   */
  replayThinking: 'never' | 'round' | 'required'
  /**
   * How thinking is requested: `effort` (sends nothing for off), `switch` (`thinking.type`, also sent for off),
   * `switch-effort` (both), `enable` (`enable_thinking`), `details` (`reasoning.effort`, and `reasoning_details` are
   * received and sent back), `never`.
   */
  thinking: 'effort' | 'switch' | 'switch-effort' | 'enable' | 'details' | 'never'
  /** The provider's names for the levels that it accepts; other levels become the nearest of these. */
  efforts: Partial<Record<'minimal' | 'low' | 'medium' | 'high' | 'max', string>>
  /**
   * Models that accept a request to think; others refuse the field. Absent: all models not known to be unable to think.
   */
  thinkingModels?: RegExp
  /** Models for which thinking must not be switched off. */
  alwaysThink?: RegExp
  /** The tool that lets a provider search the web itself, in the form of its API. */
  searchTool?: { type: string; parameters: { [name: string]: number } }
  /**
   * Where to send the conversation's id, by which the provider finds its cache: a member of the body, or a header that
   * its CORS allows.
   */
  conversation?: { member: string } | { header: string }
  /**
   * Models that cache only on request. `body`: one member of the body covers the conversation. `content`: marks in the
   * messages.
   */
  cachePoint?: { models: RegExp; place: 'body' | 'content' }
  /** Ids of tool calls that the provider accepts. */
  toolIds: RegExp
  /** Thinking tokens are missing in the answer's count, but part of the total. */
  countsThinkingApart: boolean
  /** Pictures come with chat completions: there is no Image API, or it takes other models. */
  picturesInChat?: boolean
  /** The provider refuses a user message right after a tool result, for every model. */
  answerAfterTools?: boolean
  /**
   * Google models that need a signature on each call; calls that other models made get a fixed word instead.
   */
  signedCalls?: RegExp
}

export type Preset = {
  name: string
  kind: ProviderKind
  baseUrl: string
  /** Where a person gets a key; null if none is needed. */
  keysAt: string | null
  /** What is special, in words for the person; '' for nothing. */
  hint: string
  /**
   * How its keys begin, if no other provider’s keys are known to begin so. A guess: it may suggest a provider, and must
   * never refuse a key.
   */
  keyPrefixes?: readonly string[]
  /** A current model of good value, used unless the person names another. The catalogue knows its price. */
  starter?: string
  quirks?: Partial<Quirks>
}

const REASONS_BY_EFFORT = /gpt-oss|deep-research/
const QWEN: Partial<Quirks> = {
  thinking: 'enable',
  thinkingModels: /^(qwen3|qwen-(plus|flash|turbo|max)|qwq)/,
  alwaysThink: /thinking|qwq/,
}
const KIMI: Partial<Quirks> = {
  replayThinking: 'required',
  thinking: 'switch',
  thinkingModels: /kimi-(k2\.[5-9]|k[3-9]|latest)/,
  alwaysThink: /thinking/,
}
const LOCAL = { kind: 'openai-compatible', keysAt: null } as const

/** In the order in which they are offered, the most common first. */
export const PRESETS: Preset[] = [
  {
    name: 'OpenAI',
    kind: 'openai',
    baseUrl: 'https://api.openai.com/v1',
    keysAt: 'https://platform.openai.com/api-keys',
    hint: '',
    keyPrefixes: ['sk-proj-', 'sk-svcacct-'],
    starter: 'gpt-6-sol',
    quirks: { limitField: 'max_completion_tokens', replayThinking: 'never', toolIds: /^.{1,40}$/ },
  },
  {
    name: 'Anthropic',
    kind: 'anthropic',
    baseUrl: 'https://api.anthropic.com/v1',
    keysAt: 'https://console.anthropic.com/settings/keys',
    hint: 'Organisations can block requests from web pages. Their keys are then rejected here.',
    keyPrefixes: ['sk-ant-'],
    starter: 'claude-sonnet-5-5',
  },
  {
    name: 'Google Gemini',
    kind: 'google',
    baseUrl: 'https://generativelanguage.googleapis.com/v1beta',
    keysAt: 'https://aistudio.google.com/apikey',
    hint: '',
    keyPrefixes: ['AIza'],
    starter: 'gemini-3.8-flash',
  },
  {
    name: 'OpenRouter',
    kind: 'openrouter',
    baseUrl: 'https://openrouter.ai/api/v1',
    keysAt: 'https://openrouter.ai/settings/keys',
    hint: '',
    keyPrefixes: ['sk-or-'],
    starter: 'openrouter/auto',
  },
  {
    name: 'Ollama',
    ...LOCAL,
    baseUrl: 'http://localhost:11434/v1',
    hint: 'Start it with OLLAMA_ORIGINS set to this page’s address and OLLAMA_CONTEXT_LENGTH=32768. Otherwise it may read only 4,096 tokens (num_ctx) and silently drop the rest.',
  },
  {
    name: 'LM Studio',
    ...LOCAL,
    baseUrl: 'http://localhost:1234/v1',
    hint: 'Start its server with `lms server start --cors`.',
  },
  {
    name: 'DeepSeek',
    kind: 'openai-compatible',
    baseUrl: 'https://api.deepseek.com/v1',
    keysAt: 'https://platform.deepseek.com/api_keys',
    hint: '',
    starter: 'deepseek-v4-pro',
    quirks: {
      replayThinking: 'required',
      thinking: 'switch-effort',
      efforts: { low: 'low', medium: 'medium', high: 'high', max: 'max' },
    },
  },
  {
    name: 'xAI',
    kind: 'openai-compatible',
    baseUrl: 'https://api.x.ai/v1',
    keysAt: 'https://console.x.ai/',
    hint: '',
    keyPrefixes: ['xai-'],
    starter: 'grok-4.7',
    quirks: {
      replayThinking: 'never',
      thinking: 'effort',
      thinkingModels: /grok-3-mini/,
      countsThinkingApart: true,
      conversation: { header: 'x-grok-conv-id' },
    },
  },
  {
    name: 'Mistral',
    kind: 'openai-compatible',
    baseUrl: 'https://api.mistral.ai/v1',
    keysAt: 'https://console.mistral.ai/api-keys',
    hint: '',
    starter: 'mistral-large-latest',
    quirks: {
      streamOptions: false,
      replayThinking: 'never',
      thinking: 'never',
      toolIds: /^[a-zA-Z0-9]{9}$/,
      answerAfterTools: true,
      conversation: { member: 'prompt_cache_key' },
    },
  },
  {
    name: 'Groq',
    kind: 'openai-compatible',
    baseUrl: 'https://api.groq.com/openai/v1',
    keysAt: 'https://console.groq.com/keys',
    hint: '',
    keyPrefixes: ['gsk_'],
    starter: 'openai/gpt-oss-120b',
    quirks: { replayThinking: 'never', thinkingModels: REASONS_BY_EFFORT },
  },
  {
    name: 'Moonshot (Kimi)',
    kind: 'openai-compatible',
    baseUrl: 'https://api.moonshot.ai/v1',
    keysAt: 'https://platform.moonshot.ai/console/api-keys',
    hint: '',
    starter: 'kimi-k3',
    quirks: KIMI,
  },
  {
    name: 'Moonshot (Kimi, China)',
    kind: 'openai-compatible',
    baseUrl: 'https://api.moonshot.cn/v1',
    keysAt: 'https://platform.moonshot.cn/console/api-keys',
    hint: '',
    starter: 'kimi-k3',
    quirks: KIMI,
  },
  {
    name: 'Alibaba (Qwen)',
    kind: 'openai-compatible',
    baseUrl: 'https://dashscope-intl.aliyuncs.com/compatible-mode/v1',
    keysAt: 'https://modelstudio.console.alibabacloud.com/',
    hint: 'Keys belong to a region. Keys from mainland China work at dashscope.aliyuncs.com.',
    starter: 'qwen3.8-max',
    quirks: QWEN,
  },
  {
    name: 'Alibaba (Qwen, China)',
    kind: 'openai-compatible',
    baseUrl: 'https://dashscope.aliyuncs.com/compatible-mode/v1',
    keysAt: 'https://bailian.console.aliyun.com/',
    hint: '',
    starter: 'qwen3.8-max',
    quirks: QWEN,
  },
  {
    name: 'Z.ai (GLM)',
    kind: 'openai-compatible',
    baseUrl: 'https://api.z.ai/api/paas/v4',
    keysAt: 'https://z.ai/manage-apikey/apikey-list',
    hint: 'Z.ai may not allow web pages (CORS).',
    starter: 'glm-5.3',
    quirks: { thinking: 'switch', thinkingModels: /^glm-(4\.[5-9]|[5-9])/ },
  },
  {
    name: 'Together',
    kind: 'openai-compatible',
    baseUrl: 'https://api.together.xyz/v1',
    keysAt: 'https://api.together.ai/settings/api-keys',
    hint: '',
    keyPrefixes: ['tgp_v1_'],
    starter: 'zai-org/GLM-5.3',
    quirks: { thinkingModels: REASONS_BY_EFFORT },
  },
  {
    name: 'Fireworks',
    kind: 'openai-compatible',
    baseUrl: 'https://api.fireworks.ai/inference/v1',
    keysAt: 'https://app.fireworks.ai/settings/users/api-keys',
    hint: '',
    keyPrefixes: ['fw_'],
    starter: 'accounts/fireworks/models/glm-5p3',
    // `user` is the reference's field for the id, and its CORS allows no extra header
    quirks: { thinkingModels: REASONS_BY_EFFORT, conversation: { member: 'user' } },
  },
  {
    name: 'Cerebras',
    kind: 'openai-compatible',
    baseUrl: 'https://api.cerebras.ai/v1',
    keysAt: 'https://cloud.cerebras.ai/',
    hint: '',
    keyPrefixes: ['csk-'],
    starter: 'gpt-oss-120b',
    quirks: { replayThinking: 'never', thinkingModels: REASONS_BY_EFFORT },
  },
  {
    name: 'Perplexity',
    kind: 'openai-compatible',
    baseUrl: 'https://api.perplexity.ai',
    keysAt: 'https://www.perplexity.ai/settings/api',
    hint: 'Sonar models don’t support tools: chat only.',
    keyPrefixes: ['pplx-'],
    starter: 'sonar-pro',
    quirks: { replayThinking: 'never', thinkingModels: REASONS_BY_EFFORT },
  },
  {
    name: 'Azure OpenAI',
    kind: 'azure',
    baseUrl: 'https://your-resource.openai.azure.com/openai/v1',
    keysAt: 'https://ai.azure.com/',
    hint: 'Put your resource name into the address. The model is your deployment name. Azure may not allow web pages (CORS).',
  },
  {
    name: 'Gemini (OpenAI format)',
    kind: 'openai-compatible',
    baseUrl: 'https://generativelanguage.googleapis.com/v1beta/openai',
    keysAt: 'https://aistudio.google.com/apikey',
    hint: '',
    starter: 'gemini-3.8-flash',
    quirks: {
      replayThinking: 'never',
      thinkingModels: /gemini-(2\.5|[3-9])/,
      signedCalls: /gemini-[3-9]/,
      countsThinkingApart: true,
    },
  },
  {
    name: 'llama.cpp',
    ...LOCAL,
    baseUrl: 'http://localhost:8080/v1',
    hint: 'Start `llama-server` with `--jinja` for tools, and with this page’s address in `--cors-origins` if needed.',
  },
  {
    name: 'vLLM',
    ...LOCAL,
    baseUrl: 'http://localhost:8000/v1',
    hint: 'Start it with `--allowed-origins` for this page, and `--enable-auto-tool-choice` for tools.',
  },
]

const originOf = (address: string): string | null => (URL.canParse(address) ? new URL(address).origin : null)

/** The provider whose keys begin like this one; undefined: many providers use keys of this form. */
export const ownerOfKey = (key: string): Preset | undefined =>
  PRESETS.find(({ keyPrefixes }) => keyPrefixes?.some((prefix) => key.trim().startsWith(prefix)))

/**
 * The likely owner of a key that would be sent to another address than the owner’s. undefined: the key has no known
 * form, or it is the owner’s address.
 */
export function otherOwnerOfKey(key: string, baseUrl: string): Preset | undefined {
  const owner = ownerOfKey(key)
  return owner === undefined || originOf(owner.baseUrl) === originOf(baseUrl) ? undefined : owner
}

/** The well-known provider at this address, if it refuses every request without a key. */
export const wantsKeyAt = (baseUrl: string): Preset | undefined =>
  PRESETS.find((preset) => preset.keysAt !== null && originOf(preset.baseUrl) === originOf(baseUrl))
