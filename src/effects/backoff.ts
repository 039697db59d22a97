import { paced } from '../settings/pace.ts'

const BASE = 1000
const LONGEST = 60_000

/**
 * Milliseconds to wait before attempt `attempt + 1`: exponential with jitter (half fixed, half random), never less than
 * the provider asked for. `random` is in [0, 1).
 */
export function backoff(attempt: number, retryAfter: number | undefined, random: number): number {
  const full = paced(Math.min(LONGEST, BASE * 2 ** attempt))
  return Math.round(Math.max(full / 2 + (full / 2) * random, retryAfter ?? 0))
}

/** A longer wait (ms) that a provider asks for is not waited for silently: the person decides. */
export const LONGEST_ASKED = 600_000

export const isTooLong = (retryAfter: number | undefined): retryAfter is number =>
  retryAfter !== undefined && retryAfter > LONGEST_ASKED

/** A time in ms in words, rounded up to whole minutes or hours. */
export function inWords(ms: number): string {
  const minutes = Math.ceil(ms / 60_000)
  return minutes < 120 ? `${minutes} minutes` : `${Math.ceil(minutes / 60)} hours`
}
