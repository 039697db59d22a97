import type { Draft } from '../draft.ts'
import { effectsAt } from '../effects-at.ts'
import { workingAnswers } from '../index-head.ts'
import { ROW_LOST } from '../words.ts'
import { fail } from './brain.ts'
import { reach } from './clock.ts'
import { failCompress } from './history.ts'
import { endNaming } from './run.ts'
import { peekCall } from './shared.ts'
import { error, interrupt } from './toolkit.ts'

/**
 * The safety net: an effect ended without an input, and its key is still wanted. Every kind has its outcome, so that no
 * key stays wanted for ever. The switch has no default: a new kind without an outcome does not compile.
 */
export const loseEffect = (draft: Draft, input: { key: string; error: string }): boolean => {
  const effects = effectsAt(draft)
  const effect = Object.hasOwn(effects, input.key) ? effects[input.key] : undefined
  if (effect === undefined) return false
  switch (effect.kind) {
    case 'ask-brain': {
      const failure = { kind: 'lost' as const, message: input.error.slice(0, 4000) }
      if (abandon(draft)) return true
      return fail(draft, { type: 'brain-fail', ...effect, failure, partial: [], retryAt: null })
    }
    case 'request-toolkit': {
      if (abandon(draft)) return true
      const call = peekCall(draft, effect.n, effect.toolCallId)
      if (call?.repeat === 'once' && call.started) return interrupt(draft, { type: 'toolkit-interrupt', ...effect })
      return error(draft, { type: 'toolkit-error', ...effect, error: input.error, retryAt: null })
    }
    case 'compress-history':
      return failCompress(draft, { type: 'brain-fail-compress', cut: effect.cut, reason: input.error.slice(0, 300) })
    case 'wait':
    case 'await-helper':
      return abandon(draft) || reach(draft, input)
    case 'name-session':
      endNaming(draft, '')
      return true
  }
}

/** Work whose row storage has lost can never end by itself: it is given up, in words. False: no row is lost. */
const abandon = (draft: Draft): boolean => {
  const { lost } = workingAnswers(draft)
  if (lost.length === 0) return false
  draft.head.live = draft.head.live.filter(({ n }) => !lost.includes(n))
  draft.head.unsettled = draft.head.unsettled.filter(({ n }) => !lost.includes(n))
  draft.head.hold ??= { kind: 'failed', failure: { kind: 'lost', message: ROW_LOST } }
  return true
}
