/** Characters that are remembered at most: all of them are part of every request. */
export const MOST_MEMORY = 20_000
/** Of one note. */
export const MOST_NOTE = 500
