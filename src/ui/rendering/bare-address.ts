import type { Tokenizer } from 'marked'

/** Characters that end an address without brackets: full-width signs, and scripts that are written without spaces. */
const BEHIND = /(?![\0-\x7f])[\p{P}\p{S}\p{Z}]|[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}\p{sc=Bopomofo}]/u

/** The bare address at the beginning of `source`: in `见 https://a.example。` the full stop is not part of it. */
export function bareAddress(url: Tokenizer['url'], source: string): ReturnType<Tokenizer['url']> {
  const found = url(source)
  const end = found ? found.raw.search(BEHIND) : -1
  return end < 0 ? found : url(source.slice(0, end))
}
