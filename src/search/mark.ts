import type { Head } from '../agent/head.ts'

/**
 * Rows below this place never change any more: running work and the last row are at or above it, and messages that will
 * join are above.
 */
export function changeableFrom(head: Pick<Head, 'live' | 'unsettled' | 'last' | 'count'>): number {
  const working = [...head.live, ...head.unsettled].map(({ n }) => n)
  return Math.min(head.count, head.last?.n ?? head.count, ...working)
}
