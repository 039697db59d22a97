import { PRESETS, type Quirks } from '../settings/presets.ts'

const DEFAULTS: Quirks = {
  streamOptions: true,
  limitField: 'max_tokens',
  replayThinking: 'round',
  thinking: 'effort',
  efforts: { low: 'low', medium: 'medium', high: 'high' },
  toolIds: /^.{1,64}$/,
  countsThinkingApart: false,
  // the guides of LiteLLM, Portkey, Requesty, Databricks, Envoy AI Gateway and Vercel AI Gateway ask for it
  cachePoint: { models: /(^|[^a-z])claude/i, place: 'content' },
}

/** The differences of the provider behind a base URL: those of the preset at its host, if there is one that is not on this computer. */
export function quirksOf(baseUrl: string): Quirks {
  if (!URL.canParse(baseUrl)) return DEFAULTS // the request says what is wrong with it
  const { hostname } = new URL(baseUrl)
  const preset = PRESETS.find((row) => row.quirks !== undefined && new URL(row.baseUrl).hostname === hostname)
  return { ...DEFAULTS, ...preset?.quirks }
}
