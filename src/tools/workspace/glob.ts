/**
 * Matches a path against a glob: `*` and `?` stay within a folder, `**` spans folders, `{a,b}` chooses. Runs in time proportional to
 * pattern x path whatever the pattern is: no regular expression is made of what a model writes. Contract: at most 8 alternatives.
 */
export function matchesGlob(pattern: string, path: string): boolean {
  return alternatives(pattern).some((each) => matches(each, path))
}

/** `{a,b}` written out, one after the other. Throws a readable error when there are too many. */
function alternatives(pattern: string): string[] {
  const open = pattern.indexOf('{')
  const close = pattern.indexOf('}', open)
  if (open === -1 || close === -1) return [pattern]
  const [before, inner, after] = [pattern.slice(0, open), pattern.slice(open + 1, close), pattern.slice(close + 1)]
  const choices = inner.split(',')
  const all = choices.flatMap((choice) => alternatives(`${before}${choice}${after}`))
  if (all.length > 64) throw new Error('The pattern has too many alternatives.')
  return all
}

/** The set of places in the pattern that the path so far can have led to (a nondeterministic automaton, walked once). */
function matches(pattern: string, path: string): boolean {
  const tokens = tokensOf(pattern)
  let places = closure(tokens, new Set([0]))
  for (const sign of path) {
    const next = new Set<number>()
    for (const place of places) {
      const token = tokens[place]
      if (token === undefined) continue
      if (token === '**' || (token === '*' && sign !== '/')) next.add(place)
      else if (token === sign || (token === '?' && sign !== '/')) next.add(place + 1)
    }
    places = closure(tokens, next)
    if (places.size === 0) return false
  }
  return places.has(tokens.length)
}

/** `**` followed by a slash also stands for no folder at all. */
function tokensOf(pattern: string): string[] {
  const tokens: string[] = []
  const signs = [...pattern]
  for (let n = 0; n < signs.length; n++) {
    const sign = signs[n] ?? ''
    if (sign === '*' && signs[n + 1] === '*') {
      tokens.push('**')
      n += 1
      if (signs[n + 1] === '/') n += 1
    } else tokens.push(sign)
  }
  return tokens
}

/** Stars may stand for nothing. */
function closure(tokens: readonly string[], places: Set<number>): Set<number> {
  for (const place of places) if (tokens[place] === '*' || tokens[place] === '**') places.add(place + 1)
  return places
}
