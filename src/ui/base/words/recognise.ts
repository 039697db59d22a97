/** English phrases and their translations. */
export type Dictionary = Readonly<Record<string, string>>
/** A longer one is a text, which is not compared with every form. */
const LONGEST = 2_000
/** Most sentences of a text that are translated one by one. */
const MOST_SENTENCES = 6

type Pattern = { form: RegExp; words: string; fixed: number }

/** Finds the words for a whole English sentence, which may be one with its holes filled; undefined: it is not known. */
export type Recognise = (sentence: string) => string | undefined

/**
 * Loaded with a dictionary; an English page has none. A text of several sentences is translated only if all of them are
 * known.
 */
export function makeRecognise(known: Dictionary): Recognise {
  let patterns: Pattern[] | undefined
  const formed = (sentence: string): string | undefined => {
    patterns ??= patternsOf(known)
    for (const { form, words } of patterns) {
      const found = form.exec(sentence)?.groups
      if (found) return words.replace(/\{(\w+)\}/g, (_, name) => whole(found[name] ?? ''))
    }
    return undefined
  }
  /** The content of a hole stays as it is, unless it is a known sentence or a count. */
  const whole = (text: string): string => {
    if (SENTENCE.test(text)) return recognise(text) ?? text
    const [, n, of] = NUMBER.exec(text) ?? []
    return n === undefined ? text : (known[`{n} ${of}`]?.replace('{n}', n) ?? text)
  }
  const recognise: Recognise = (sentence) => {
    const exact = known[sentence]
    if (exact !== undefined || sentence.length > LONGEST) return exact
    return inTurn(sentence, MOST_SENTENCES) ?? formed(sentence)
  }
  /** Piece by piece; undefined where one is not known, or there is but one. */
  const inTurn = (text: string, most: number): string | undefined => {
    if (most === 0) return undefined
    for (const { index } of text.matchAll(BETWEEN)) {
      const first = text.slice(0, index + 1)
      const words = known[first] ?? formed(first)
      if (words === undefined) continue
      const rest = text.slice(index + 1).trimStart()
      const others = known[rest] ?? inTurn(rest, most - 1) ?? formed(rest)
      if (others !== undefined) return joined(words, others)
    }
    return undefined
  }
  return recognise
}

/** After the end of a sentence, or after brackets that follow one. */
const BETWEEN = /[.?!)](?=\s)/g
const NUMBER = /^(\d+) (\p{Ll}+)$/u
const SENTENCE = /^\p{Lu}.*\s.*[.?!]$/su

/** Signs of full width have their space within them. */
const joined = (first: string, rest: string): string =>
  /[。！？）]$/.test(first) || /^（/.test(rest) ? first + rest : `${first} ${rest}`

/** Phrases with the most fixed words first: of several that match, the most specific one wins. */
function patternsOf(known: Dictionary): Pattern[] {
  return Object.entries(known)
    .filter(([phrase]) => isForm(phrase))
    .map(([phrase, words]) => ({ form: formOf(phrase), words, fixed: wordsOf(phrase).length }))
    .sort((a, b) => b.fixed - a.fixed)
}

const wordsOf = (phrase: string): string => phrase.replace(/\{\w+\}/g, '')

/**
 * "3 files" may be part of anything: a phrase that begins with a hole must end like a sentence, or name its subject.
 */
function isForm(phrase: string): boolean {
  if (!/\{\w+\}/.test(phrase) || !/[a-z]{3}/i.test(wordsOf(phrase))) return false
  return !phrase.startsWith('{') || /[.?!:]\W*(\{\w+\})?$/.test(phrase)
}

function formOf(phrase: string): RegExp {
  const [first = '', ...rest] = phrase.split(/\{(\w+)\}/)
  const source = rest.map((piece, at) => (at % 2 === 0 ? `(?<${piece}>.{1,400}?)` : literal(piece)))
  return new RegExp(`^${literal(first)}${source.join('')}$`, 's')
}

const literal = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
