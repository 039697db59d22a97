import { castDraft } from 'mutative'
import type { Draft, OpenAnswer, OpenCall } from '../draft.ts'
import { isFree } from '../free-calls.ts'
import type { AgentInput } from '../input.ts'
import { MAX_CALLS, MAX_STARTS } from '../version.ts'
import { CUT_OFF, NEVER, POISON, REFUSED, tooManyCalls, unknownTool } from '../words.ts'
import { failAnswer, liveAnswer } from './answer.ts'
import { needsWord } from './decisions.ts'
import { countCalls, spend } from './limits.ts'
import { closeCall, streaming } from './shared.ts'

type Of<Type extends AgentInput['type']> = Extract<AgentInput, { type: Type }>

/**
 * Committed before the request leaves. It counts one more start of the same attempt, unless the start before it ended
 * in good order.
 */
export const start = (draft: Draft, input: Of<'brain-send-message-start'>): boolean => {
  const answer = liveAnswer(draft, input)
  if (!answer) return false
  if (!input.clean || answer.starts === 0) answer.starts++
  answer.model = input.model
  if (input.private) draft.head.private = true
  if (answer.starts > MAX_STARTS)
    failAnswer(draft, answer, { failure: { kind: 'poison', message: POISON }, partial: [], retryAt: null })
  return true
}

/**
 * Announces the calls of a streaming answer, once; `complete` opens them. Calls that cannot run enter closed, in words
 * for the model; calls that a recording has answered enter closed, too.
 */
export const callTools = (draft: Draft, input: Of<'brain-call-tools'>): boolean => {
  const answer = streaming(draft, input)
  if (!answer || answer.calls.length > 0) return false
  const { tools, execution } = draft.config
  answer.calls = input.toolCalls.map(
    ({ providerId, key, name, args, meta, grant, sends, opens, freeIn, problem, answered }, n): OpenCall => {
      const policy = Object.hasOwn(tools, name) ? tools[name] : undefined
      const call: OpenCall = {
        id: `${answer.cut}.${answer.attempt}.${n}`,
        ...(key !== undefined && { key }),
        providerId,
        name,
        args,
        ...(meta && { meta: castDraft(meta) }),
        ...(grant !== undefined && { grant }),
        ...(sends !== undefined && { sends }),
        ...(opens !== undefined && { opens: castDraft(opens) }),
        ...(freeIn !== undefined && { freeIn }),
        repeat: policy?.repeat ?? 'pure',
        sequential: execution === 'sequential' || policy?.sequential === true,
        status: 'announced',
        turnAt: null,
        attempt: 0,
        started: false,
        starts: 0,
        until: null,
        closeWith: null,
        question: null,
        result: null,
      }
      const words = problem ?? (n >= MAX_CALLS ? tooManyCalls(MAX_CALLS) : undefined)
      if (words !== undefined) closeCall(draft, call, { kind: 'error', words })
      else if (answered !== undefined) closeCall(draft, call, { ...answered, recorded: true })
      return call
    },
  )
  return true
}

export const complete = (draft: Draft, input: Of<'brain-send-message-complete'>): boolean => {
  const answer = streaming(draft, input)
  if (!answer) return false
  answer.status = 'complete'
  answer.content = castDraft(input.content)
  answer.stopReason = input.stopReason
  answer.usage = castDraft(input.usage)
  answer.cost = input.cost
  if (input.firstAfter !== undefined) answer.firstAfter = input.firstAfter
  if (input.written !== undefined) answer.written = input.written
  answer.failure = null
  answer.endedAt = draft.now
  for (const call of answer.calls) if (call.status === 'announced') openOrClose(draft, answer, call)
  spend(draft, input)
  delete draft.head.run.granted
  countCalls(draft, answer.calls)
  delete draft.head.tooLong
  measure(draft, input.sent)
  return true
}

/** How this provider counts what we estimate. Nonsense is ignored. */
const measure = (draft: Draft, sent: Of<'brain-send-message-complete'>['sent']): void => {
  if (sent === undefined || sent.size <= 0 || sent.reported <= 0) return
  const factor = Math.min(8, Math.max(0.25, sent.reported / sent.size))
  draft.head.measure = { fixed: Math.max(0, sent.fixed), factor: Math.round(factor * 1000) / 1000 }
}

const openOrClose = (draft: Draft, answer: OpenAnswer, call: OpenCall): void => {
  const { tools } = draft.config
  const approval = Object.hasOwn(tools, call.name) ? tools[call.name]?.approval : undefined
  if (answer.stopReason === 'length') closeCall(draft, call, { kind: 'cut-off', words: CUT_OFF })
  else if (answer.stopReason === 'refusal') closeCall(draft, call, { kind: 'error', words: REFUSED })
  else if (!approval) closeCall(draft, call, { kind: 'error', words: unknownTool(call.name) })
  else if (approval === 'never') closeCall(draft, call, { kind: 'denied', words: NEVER })
  else {
    const asks = approval === 'ask' || needsWord(draft.config, call)
    call.status = asks && !isFree(draft.config, call) ? 'pending' : 'ready'
    // it stays only on a call that would have asked
    if (!asks || call.status === 'pending') delete call.freeIn
  }
}

export const fail = (draft: Draft, input: Of<'brain-fail'>): boolean => {
  const answer = liveAnswer(draft, input)
  if (!answer) return false
  // a broken answer was paid for, too
  if (input.usage) spend(draft, { usage: input.usage, cost: input.cost ?? null })
  failAnswer(draft, answer, input)
  return true
}
