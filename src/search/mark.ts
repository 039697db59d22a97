import type { Head } from '../agent/head.ts'

/**
 * Rows below this place never change any more: what still works, and the last row, stand at it or above; what will
 * join, above.
 */
export function changeableFrom(head: Pick<Head, 'live' | 'unsettled' | 'last' | 'count'>): number {
  const working = [...head.live, ...head.unsettled].map(({ n }) => n)
  return Math.min(head.count, head.last?.n ?? head.count, ...working)
}
