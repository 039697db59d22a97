import type { Attached } from '../../../base/state/drafts.ts'

/** In bytes before base64: the most that some providers accept in one request (Anthropic: 32 MB as base64). */
const MANY_BYTES = 20_000_000
const AS_IT_IS = /^(application\/pdf$|audio\/)/

/** Size in bytes of each blob attached since this page was opened. */
const weights = new Map<string, number>()

export function weigh(blob: string, bytes: number): void {
  weights.set(blob, bytes)
}

/**
 * Total size of the attachments whose bytes are sent, if it may be too much for one request; null: it is not, or not
 * known.
 */
export function tooHeavy(attached: readonly Attached[]): { size: number; most: number } | null {
  const sent = attached.filter((block) => block.type === 'image' || AS_IT_IS.test(block.mediaType))
  const size = sent.reduce((sum, { blob }) => sum + (weights.get(blob) ?? 0), 0)
  return sent.length > 1 && size > MANY_BYTES ? { size, most: MANY_BYTES } : null
}
