import { fold } from './fold.ts'
import { eachWord, termsOf } from './words.ts'

type Described = { readonly name: string; readonly label: string; readonly description: string }

/** Characters of a description that count. */
const READ = 600
/** What a word in the name or label counts, against one in the description. */
const IN_NAME = 3
/** A shorter word is no beginning of another one: "or" is not "order". */
const SHORTEST_STEM = 4

/**
 * The tools that fit these words, the best first, at most `most`. A word that few tools have counts more than one that
 * many have. No word has to fit.
 */
export function rankTools<Tool extends Described>(words: string, tools: readonly Tool[], most: number): Tool[] {
  const terms = termsOf(split(words))
  const entries = tools.map((tool) => ({
    tool,
    inName: wordsIn(`${split(tool.name)} ${tool.label}`),
    inText: wordsIn(tool.description.slice(0, READ)),
  }))
  const asked = words.trim()
  const scores = new Map<Tool, number>()
  for (const term of terms) {
    const named = entries.filter(({ inName }) => has(inName, term))
    const said = entries.filter((entry) => has(entry.inText, term))
    const rare = Math.log(1 + tools.length / new Set([...named, ...said]).size)
    for (const { tool } of named) scores.set(tool, (scores.get(tool) ?? 0) + rare * IN_NAME)
    for (const { tool } of said) scores.set(tool, (scores.get(tool) ?? 0) + rare)
  }
  const exact = tools.find(({ name }) => name === asked)
  if (exact !== undefined) scores.set(exact, Number.POSITIVE_INFINITY)
  return [...scores]
    .sort(([, a], [, b]) => b - a)
    .slice(0, most)
    .map(([tool]) => tool)
}

/** `createPullRequest` and `create_pull_request` are three words each. */
const split = (name: string): string => name.replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2').replaceAll('_', ' ')

function wordsIn(text: string): Set<string> {
  const words = new Set<string>()
  eachWord(fold(text), (word) => words.add(word))
  return words
}

const has = (words: ReadonlySet<string>, term: string): boolean =>
  words.has(term) || [...words].some((word) => isStem(word, term) || isStem(term, word))

/** "contact" of "contacts", "find" of "finding". */
const isStem = (stem: string, word: string): boolean =>
  stem.length >= SHORTEST_STEM && word.length - stem.length <= 3 && word.startsWith(stem)
