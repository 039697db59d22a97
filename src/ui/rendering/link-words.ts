import { carriesData } from '../../settings/carried-data.ts'

export type LinkWords = {
  /** The target; null: the link text is the same address. */
  place: string | null
  /** The address carries data beyond the page that it names. */
  carriesData: boolean
}

/** Note next to a foreign link, so that a person knows its target before the click. `url`: a parsed address. */
export function linkWords(words: string, url: URL): LinkWords {
  if (url.protocol === 'mailto:') {
    const address = decoded(url.pathname)
    return { place: words.trim() === address ? null : address, carriesData: url.search !== '' }
  }
  return { place: saysItself(words.trim(), url) ? null : url.host, carriesData: carriesData(url) }
}

/** Only the address itself, or its host alone: a longer text that contains the host may be another address. */
function saysItself(words: string, url: URL): boolean {
  // Letters of other scripts may look like those of a known host.
  if (!/^[!-~]+$/.test(words) || url.username !== '' || url.password !== '') return false
  if (words.toLowerCase() === url.host) return true
  const written = /^https?:/i.test(words) ? words : `${url.protocol}//${words}`
  return URL.canParse(written) && new URL(written).href === url.href
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
