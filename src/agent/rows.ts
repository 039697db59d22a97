import type { Message } from './message.ts'

/**
 * The place of row `n` in a window sorted by `n`, or -1. Windows rarely have gaps, so the first guess is counted from
 * the end; then it halves.
 */
export const placeOf = (messages: readonly Message[], n: number): number => {
  const last = messages.at(-1)
  if (last === undefined || n > last.n) return -1
  const guess = messages.length - 1 - (last.n - n)
  if (messages[guess]?.n === n) return guess
  let low = 0
  let high = messages.length - 1
  while (low <= high) {
    const middle = (low + high) >> 1
    const found = messages[middle]?.n ?? n
    if (found === n) return middle
    if (found < n) low = middle + 1
    else high = middle - 1
  }
  return -1
}

export const rowAt = (messages: readonly Message[], n: number): Message | undefined => messages[placeOf(messages, n)]
