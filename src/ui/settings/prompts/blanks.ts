/** What a person fills in before a prompt is used: `{{name}}`. */

const BLANK = /\{\{\s*([^{}\n]{1,60}?)\s*\}\}/g

/** Each name once, in the order in which they stand. */
export const blanksOf = (text: string): string[] => [
  ...new Set([...text.matchAll(BLANK)].map(([, name]) => name ?? '')),
]

/** What is not filled in stays as it stands. What is filled in is not looked through again. */
export const filledIn = (text: string, values: ReadonlyMap<string, string>): string =>
  text.replace(BLANK, (blank, name: string) => values.get(name) || blank)
