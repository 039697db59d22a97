/** Most characters of memory: all of them are part of every request. */
export const MOST_MEMORY = 20_000
