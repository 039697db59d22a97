const BASE = 1000
const LONGEST = 60_000

/**
 * How long to wait before attempt `attempt + 1`, in milliseconds: exponential with jitter (half fixed, half random), never less than
 * what the provider asked for. `random` is in [0, 1).
 */
export function backoff(attempt: number, retryAfter: number | undefined, random: number): number {
  const full = Math.min(LONGEST, BASE * 2 ** attempt)
  return Math.round(Math.max(full / 2 + (full / 2) * random, retryAfter ?? 0))
}
