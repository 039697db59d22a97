/**
 * Sources that `search_web` searches without a key. Each answers web pages (CORS) by its own documents or in practice;
 * arXiv does not since November 2025, and its papers are in OpenAlex and Crossref.
 */
export const OPEN_SOURCES = {
  wikipedia: { label: 'Wikipedia', origin: 'https://en.wikipedia.org' },
  openalex: { label: 'OpenAlex', origin: 'https://api.openalex.org' },
  crossref: { label: 'Crossref', origin: 'https://api.crossref.org' },
  hackernews: { label: 'Hacker News', origin: 'https://hn.algolia.com' },
  stackexchange: { label: 'Stack Overflow', origin: 'https://api.stackexchange.com' },
  github: { label: 'GitHub', origin: 'https://api.github.com' },
} as const

/** "Wikipedia (en.wikipedia.org), …": who sees the words of a search of this source, or of all of them. */
export const hostsOfSources = (name: string): string =>
  Object.entries(OPEN_SOURCES)
    .filter(([each]) => name === 'all' || each === name)
    .map(([, { label, origin }]) => `${label} (${new URL(origin).host})`)
    .join(', ')
