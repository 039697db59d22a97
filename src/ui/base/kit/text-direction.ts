/** Characters that are looked at. The browser's own `auto` looks at all, and megabytes of them hold up the page. */
const MOST = 400
/** The first letter, where it is of a script that runs from right to left. */
const FROM_RIGHT = /^\P{L}*[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/u

/** How plain text begins; undefined: as the page does. */
export const directionOf = (text: string): 'rtl' | undefined =>
  FROM_RIGHT.test(text.slice(0, MOST)) ? 'rtl' : undefined
