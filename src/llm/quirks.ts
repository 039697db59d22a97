import { PRESETS, type Quirks } from '../settings/presets.ts'

const DEFAULTS: Quirks = {
  streamOptions: true,
  limitField: 'max_tokens',
  replayThinking: 'round',
  thinking: 'effort',
  efforts: { low: 'low', medium: 'medium', high: 'high' },
  toolIds: /^.{1,64}$/,
  countsThinkingApart: false,
  // the guides of LiteLLM, Portkey, Requesty, Databricks, Envoy AI Gateway and Vercel AI Gateway require it
  cachePoint: { models: /(^|[^a-z])claude/i, place: 'content' },
}

/** The quirks of the provider at a base URL: those of the preset with this host, unless it is on this computer. */
export function quirksOf(baseUrl: string): Quirks {
  if (!URL.canParse(baseUrl)) return DEFAULTS // the request reports what is wrong with it
  const { hostname } = new URL(baseUrl)
  const preset = PRESETS.find((row) => row.quirks !== undefined && new URL(row.baseUrl).hostname === hostname)
  return { ...DEFAULTS, ...preset?.quirks }
}
