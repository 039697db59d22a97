import type { Draft } from '../draft.ts'
import type { AgentInput } from '../input.ts'
import { thresholdOf } from '../threshold.ts'

/** The first row of every journal. Configuration never counts as unseen. */
export const create = (draft: Draft, input: Extract<AgentInput, { type: 'session-create' }>): boolean => {
  const { head } = draft
  if (input.sessionId !== head.sessionId) return false
  draft.config = input.config
  head.createdAt = draft.now
  head.turnsLeft = Math.max(1, input.config.limits.maxTurns)
  head.compressAbove = thresholdOf(input.config)
  return true
}
