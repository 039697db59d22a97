import { breathe } from '../breathe.ts'

/** Most alternatives in one pattern (`{a,b}` expanded). */
const MOST_ALTERNATIVES = 64
/**
 * Steps between two checks of the signal, and steps of one call. A step compares one character of a path with one of
 * the pattern.
 */
const TURN = 2_000_000
const MOST_STEPS = 200_000_000

/**
 * A parsed pattern: `*` and `?` stay within a folder, `**` spans folders, `{a,b}` chooses. `matches` takes at most
 * pattern x path steps for each alternative, and adds them to `steps`: a model's text is never made into a regular
 * expression.
 */
export type Glob = { matches: (path: string) => boolean; steps: () => number }

/** Throws a readable error if the pattern has too many alternatives. */
export function makeGlob(pattern: string): Glob {
  const all = [...new Set(alternatives(pattern))].map(tokensOf)
  let steps = 0
  const count = (n: number): void => {
    steps += n
  }
  return {
    matches: (path) => {
      const signs = Uint32Array.from(path, (sign) => sign.codePointAt(0) ?? 0)
      return all.some((tokens) => matches(tokens, signs, count))
    },
    steps: () => steps,
  }
}

export const matchesGlob = (pattern: string, path: string): boolean => makeGlob(pattern).matches(path)

/**
 * The items whose path matches, in order. Lets other tasks run meanwhile, and checks the signal. Rejects with its
 * reason, or with a readable error if the pattern is too costly for this many paths.
 */
export async function filterByGlob<Item>(
  pattern: string,
  items: readonly Item[],
  pathOf: (item: Item) => string,
  signal: AbortSignal,
): Promise<Item[]> {
  const glob = makeGlob(pattern)
  const found: Item[] = []
  let turn = TURN
  for (const item of items) {
    if (glob.matches(pathOf(item))) found.push(item)
    if (glob.steps() > MOST_STEPS) throw new Error('The pattern takes too long on so many files. Use fewer * and {}.')
    if (glob.steps() < turn) continue
    turn = glob.steps() + TURN
    await breathe(signal)
  }
  return found
}

/** Expands `{a,b}`. Throws as soon as there are too many alternatives. */
function alternatives(pattern: string): string[] {
  let all = ['']
  for (let at = 0; at < pattern.length; ) {
    const open = pattern.indexOf('{', at)
    const close = open === -1 ? -1 : pattern.indexOf('}', open)
    const before = pattern.slice(at, close === -1 ? pattern.length : open)
    const choices = close === -1 ? [''] : [...new Set(pattern.slice(open + 1, close).split(','))]
    if (all.length * choices.length > MOST_ALTERNATIVES) throw new Error('The pattern has too many alternatives.')
    all = all.flatMap((start) => choices.map((choice) => start + before + choice))
    at = close === -1 ? pattern.length : close + 1
  }
  return all
}

/** Special tokens; any other token is the code point of a character. */
const ANY = -3
const WITHIN = -2
const ONE = -1
const SLASH = 47

/** `**` followed by a slash also matches no folder. Adjacent stars become one: the widest. */
function tokensOf(pattern: string): number[] {
  const tokens: number[] = []
  const signs = [...pattern]
  const star = (token: number): void => {
    const last = tokens.at(-1)
    if (last === ANY || last === WITHIN) tokens.pop()
    tokens.push(last === ANY ? ANY : token)
  }
  for (let n = 0; n < signs.length; n++) {
    const sign = signs[n] ?? ''
    if (sign === '*' && signs[n + 1] === '*') {
      star(ANY)
      n += 1
      if (signs[n + 1] === '/') n += 1
    } else if (sign === '*') star(WITHIN)
    else tokens.push(sign === '?' ? ONE : (sign.codePointAt(0) ?? 0))
  }
  return tokens
}

/**
 * Token by token, the set of indexes in the path that the tokens so far can match up to: never more than the path has.
 */
function matches(tokens: readonly number[], path: Uint32Array, count: (steps: number) => void): boolean {
  let reached = new Uint8Array(path.length + 1)
  reached[0] = 1
  let first = 0
  for (const token of tokens) {
    const next =
      token === ANY || token === WITHIN
        ? afterStar(token, reached, path, first)
        : afterSign(token, reached, path, first)
    count(path.length + 1 - first)
    first = next.indexOf(1)
    if (first === -1) return false
    reached = next
  }
  return reached[path.length] === 1
}

function afterStar(token: number, reached: Uint8Array, path: Uint32Array, first: number): Uint8Array<ArrayBuffer> {
  const next = new Uint8Array(path.length + 1)
  let open = 0
  for (let place = first; place <= path.length; place++) {
    if (token === WITHIN && path[place - 1] === SLASH) open = 0
    open |= reached[place] ?? 0
    next[place] = open
  }
  return next
}

function afterSign(token: number, reached: Uint8Array, path: Uint32Array, first: number): Uint8Array<ArrayBuffer> {
  const next = new Uint8Array(path.length + 1)
  for (let place = first; place < path.length; place++)
    if (reached[place] === 1 && (token === ONE ? path[place] !== SLASH : path[place] === token)) next[place + 1] = 1
  return next
}
