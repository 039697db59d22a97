import { castDraft } from 'mutative'
import { MOST_FOUND } from '../config.ts'
import type { Draft } from '../draft.ts'
import type { AgentInput } from '../input.ts'
import { PLAN_CHANGED } from '../plan.ts'
import { MAX_ATTEMPTS, MAX_STARTS } from '../version.ts'
import { filesChanged } from '../words.ts'
import { changeFiles } from './files.ts'
import { charge } from './limits.ts'
import { replacePlan } from './plan.ts'
import { closeCall, requested } from './shared.ts'

type Of<Type extends AgentInput['type']> = Extract<AgentInput, { type: Type }>

/** Committed before any act. A `once` call starts once. Too many starts without an end are for the person to decide. */
export const start = (draft: Draft, input: Of<'toolkit-start'>): boolean => {
  const call = requested(draft, input)
  if (!call || (call.repeat === 'once' && call.started)) return false
  call.started = true
  if (!input.clean || call.starts === 0) call.starts++
  if (call.starts > MAX_STARTS) call.status = 'unknown'
  return true
}

/**
 * File changes are part of the result: all apply, or the call closes with an error that names the file that changed
 * meanwhile.
 */
export const respond = (draft: Draft, input: Of<'toolkit-respond'>): boolean => {
  const call = requested(draft, input)
  if (!call) return false
  if (input.spent) charge(draft, input.spent)
  const row = draft.head.unsettled.find(({ calls }) => calls.some(({ id }) => id === input.toolCallId))?.n
  if (input.plan && row !== undefined && !replacePlan(draft, row, input.plan)) {
    closeCall(draft, call, { kind: 'error', words: PLAN_CHANGED })
    return true
  }
  if (input.found && input.found.length > 0) keepFound(draft, input.found)
  const broken = input.files ? changeFiles(draft, input.files, input.known) : []
  if (broken.length > 0) closeCall(draft, call, { kind: 'error', words: filesChanged(broken) })
  else closeCall(draft, call, { ...input, kind: 'ok' })
  return true
}

/** The configuration is a row of its own: what was found outlives compressions and reloads. */
const keepFound = (draft: Draft, names: readonly string[]): void => {
  const { found = [] } = draft.config
  const known = found.filter((name) => !names.includes(name))
  draft.config = { ...draft.config, found: [...known, ...new Set(names)].slice(-MOST_FOUND) }
}

/** A `once` call is never retried automatically. */
export const error = (draft: Draft, input: Of<'toolkit-error'>): boolean => {
  const call = requested(draft, input)
  if (!call) return false
  if (input.retryAt !== null && call.repeat !== 'once' && call.attempt + 1 < MAX_ATTEMPTS) {
    call.status = 'waiting'
    call.until = input.retryAt
    endAttempt(call)
  } else {
    if (input.spent) charge(draft, input.spent)
    closeCall(draft, call, { ...input, kind: 'error', words: input.error })
  }
  return true
}

export const interrupt = (draft: Draft, input: Of<'toolkit-interrupt'>): boolean => {
  const call = requested(draft, input)
  if (call) call.status = 'unknown'
  return call !== undefined
}

/**
 * The attempt ended in good order: the call waits for a time, for the person's answer, or for a helper. After a helper
 * the call runs again, which a `once` call may not; after a form it does, too, and finds its server still waiting.
 */
export const wait = (draft: Draft, input: Of<'toolkit-wait'>): boolean => {
  const call = requested(draft, input)
  if (!call || (input.for.type === 'helper' && call.repeat === 'once')) return false
  if (input.for.type === 'time') {
    call.status = 'waiting'
    call.until = input.for.until
    call.closeWith = castDraft(input.for.closeWith)
  } else if (input.for.type === 'helper') {
    call.status = 'waiting'
    call.helper = input.for.session
  } else if (input.for.type === 'form') {
    call.status = 'asking'
    call.form = castDraft(input.for.form)
  } else {
    call.status = 'asking'
    call.question = castDraft(input.for.question)
  }
  endAttempt(call)
  return true
}

const endAttempt = (call: NonNullable<ReturnType<typeof requested>>): void => {
  call.attempt++
  call.started = false
  call.starts = 0
  call.turnAt = null
}
