/**
 * Name being typed before the caret: a command at the very start (`/tra`), or a file (`see @notes/pl`). `from`: index
 * of its sign.
 */
export type Begun = { kind: 'command' | 'file'; from: number; query: string }

/** In characters; nobody types a longer name. */
const LONGEST = 100

/** null: no name is being typed. */
export function completionAt(text: string, caret: number): Begun | null {
  const before = text.slice(Math.max(0, caret - LONGEST - 2), caret)
  if (caret <= LONGEST && /^\/\S*$/.test(before)) return { kind: 'command', from: 0, query: before.slice(1) }
  // Chinese and Japanese put no space between words
  const file = /(?:^|[\s\u2e80-\uffef])@([^\s@]*)$/.exec(before)
  const query = file?.[1]
  return query === undefined || query.length > LONGEST ? null : { kind: 'file', from: caret - query.length - 1, query }
}

export const sameBegun = (a: Begun | null, b: Begun | null): boolean =>
  a?.kind === b?.kind && a?.from === b?.from && a?.query === b?.query
