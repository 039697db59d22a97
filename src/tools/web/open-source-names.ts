/** Sources that can be searched without a key. Their hosts: `settings/open-sources.ts`. */
export const OPEN_SOURCE_NAMES = ['wikipedia', 'openalex', 'crossref', 'hackernews', 'stackexchange', 'github'] as const
export type OpenSource = (typeof OPEN_SOURCE_NAMES)[number]
