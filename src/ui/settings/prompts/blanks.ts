/** The blanks of a prompt, filled in before use: `{{name}}`. */

const BLANK = /\{\{\s*([^{}\n]{1,60}?)\s*\}\}/g

/** Each name once, in order of appearance. */
export const blanksOf = (text: string): string[] => [
  ...new Set([...text.matchAll(BLANK)].map(([, name]) => name ?? '')),
]

/** Blanks without a value stay in the text. Values are not searched for blanks. */
export const filledIn = (text: string, values: ReadonlyMap<string, string>): string =>
  text.replace(BLANK, (blank, name: string) => values.get(name) || blank)
