import { formsOf } from './scrub.ts'

/**
 * Finds a secret in text that arrives in pieces, in any form: plain, encoded, and with any characters escaped as in
 * JSON (`\u0073k-…`), once or several times over.
 */
export type SecretFinder = {
  /** The whole text without the secret. A long beginning of the secret at the very end is removed, too. */
  clean: (text: string) => string
  /** Splits text into `clean` and `held`, which may be the beginning of the secret and waits for more text. */
  split: (text: string) => { clean: string; held: string }
}

const HIDDEN = '[secret]'
/** This many characters of a secret are as bad as all of them. */
const TELLING = 12
/** Levels of escaping; more backslashes in a row are not an escape. */
const MOST_BACKSLASHES = 8

/**
 * Whether a key may be removed from ordinary text. What people enter for a server without a key ("ollama",
 * "no-key-required") is a word that an answer may contain; words have no digits and no capitals, keys do.
 */
export const isTellable = (secret: string): boolean => secret.length >= 8 && !/^[a-z]+([-_ ][a-z]+)*$/.test(secret)

/** null: nothing to find. */
export function makeSecretFinder(secrets: readonly string[]): SecretFinder | null {
  const forms = [...new Set(secrets.filter(isTellable).flatMap(formsOf))].sort((a, b) => b.length - a.length)
  if (forms.length === 0) return null
  const starts = new Set(['\\', ...forms.map((form) => form.charAt(0))])

  const walk = (text: string): { clean: string; held: string } => {
    let clean = ''
    let from = 0
    for (let at = 0; at < text.length; at++) {
      if (!starts.has(text.charAt(at))) continue
      const found = matchAny(text, at, forms)
      if (found === null) continue
      clean += text.slice(from, at)
      if (found === 'open') return { clean, held: text.slice(at) }
      clean += HIDDEN
      from = found
      at = found - 1
    }
    return { clean: clean + text.slice(from), held: '' }
  }
  return {
    split: walk,
    clean: (text) => {
      let done = ''
      for (let rest = text; ; ) {
        const { clean, held } = walk(rest)
        done += clean
        if (held === '') return done
        if (held.length >= TELLING) return done + HIDDEN
        // the match did not continue: its first character is free, and the rest may start a new match
        done += held.charAt(0)
        rest = held.slice(1)
      }
    },
  }
}

/** The end of a match that begins at `at`; `open`: the text ends in the middle of one. */
function matchAny(text: string, at: number, forms: readonly string[]): number | 'open' | null {
  let open: 'open' | null = null
  for (const form of forms) {
    const end = matchAt(text, at, form)
    if (end === 'open') open = 'open'
    else if (end !== null) return end
  }
  return open
}

function matchAt(text: string, at: number, form: string): number | 'open' | null {
  let place = at
  for (let n = 0; n < form.length; n++) {
    if (place >= text.length) return 'open'
    if (text[place] === form[n]) {
      place++
      continue
    }
    if (text[place] !== '\\') return null
    const next = escaped(text, place, form.charAt(n))
    if (next === null || next === 'open') return next
    place = next
  }
  return place
}

/** Index after an escaped form of `character`. */
function escaped(text: string, at: number, character: string): number | 'open' | null {
  let place = at
  while (text[place] === '\\' && place - at < MOST_BACKSLASHES) place++
  if (place >= text.length) return 'open'
  if (text[place] !== 'u') return text[place] === character ? place + 1 : null
  const wanted = character.charCodeAt(0).toString(16).padStart(4, '0')
  const digits = text.slice(place + 1, place + 5).toLowerCase()
  if (digits.length < 4) return wanted.startsWith(digits) ? 'open' : null
  if (digits === wanted) return place + 5
  return character === 'u' ? place + 1 : null
}
