import { castDraft } from 'mutative'
import type { Config, ToolPolicy } from '../config.ts'
import { type Draft, type OpenCall, readAnswer } from '../draft.ts'
import { fitsForm } from '../form.ts'
import { grantsIn } from '../grants.ts'
import type { UserInput } from '../input.ts'
import type { ToolCall } from '../message.ts'
import { allows } from '../mode.ts'
import { DENIED, DENIED_BECAUSE, SKIPPED, SKIPPED_QUESTION, SKIPPED_WAIT, text } from '../words.ts'
import { closeCall, openCall } from './shared.ts'

type Of<Type extends UserInput['type']> = Extract<UserInput, { type: Type }>

/**
 * Approves or denies a pending call, and with it the calls that the person decided together with it. A scope beyond
 * `once` also covers the permission that the call needs, if it is not granted yet, otherwise the tool in this session;
 * other pending calls that need nothing more are decided with it. Edited arguments count for this call alone, and so
 * does a decision about a call that sends data nobody gave.
 */
export const decide = (draft: Draft, input: Of<'user-decide-tool-call'>): boolean => {
  const call = openCall(draft, input.toolCallId, 'pending')
  if (!call) return false
  const approved = input.decision === 'approve'
  if (approved && input.args !== undefined) edit(call, input.args, input.grant)
  settlePending(draft, call, input)
  for (const id of input.also ?? []) {
    const other = openCall(draft, id, 'pending')
    // the index is older than this input: an id may be named twice
    if (other?.status === 'pending') settlePending(draft, other, input)
  }
  if (input.scope === 'once' || call.sends !== undefined) return true
  const { grant } = call
  const forGrant = grant !== undefined && !isGranted(draft.config, call)
  if (!forGrant) changePolicy(draft, call.name, approved ? 'allow' : 'never')
  else if (approved) allow(draft, grantsIn(grant))
  const follows = (other: { name: string; grant?: string | undefined }): boolean =>
    forGrant
      ? other.grant !== undefined && grantsIn(grant).includes(other.grant) && !(approved && asks(draft, other.name))
      : other.name === call.name
  for (const other of pendingCalls(draft)) {
    if (!follows(other) || (approved && needsWord(draft.config, other))) continue
    const own = openCall(draft, other.id, 'pending')
    if (own) settlePending(draft, own, input)
  }
  return true
}

/** Whether the call's permission was granted, or it needs none. */
const isGranted = ({ grants }: Pick<Config, 'grants'>, { grant }: { grant?: string | undefined }): boolean =>
  grant === undefined || grantsIn(grant).every((each) => grants?.includes(each) === true)

const allow = (draft: Draft, wanted: readonly string[]): void => {
  const grants = draft.config.grants ?? []
  draft.config = { ...draft.config, grants: [...grants, ...wanted.filter((each) => !grants.includes(each))] }
}

/** Whether it needs a permission beyond its tool's policy: for its target, or for the data it would send. */
export const needsWord = (
  config: Pick<Config, 'grants'>,
  call: { grant?: string | undefined; sends?: string | undefined },
): boolean => call.sends !== undefined || !isGranted(config, call)

const edit = (call: OpenCall, args: string, grant: string | null | undefined): void => {
  call.args = args
  delete call.sends
  delete call.opens
  if (grant === null) delete call.grant
  else if (grant !== undefined) call.grant = grant
}

const pendingCalls = (draft: Draft): ToolCall[] =>
  draft.head.unsettled
    .filter(({ calls }) => calls.some((call) => call.status === 'pending'))
    .flatMap(({ n }) => readAnswer(draft, n)?.calls.filter((call) => call.status === 'pending') ?? [])

const settlePending = (
  draft: Draft,
  call: OpenCall,
  { decision, reason = '' }: Pick<Of<'user-decide-tool-call'>, 'decision' | 'reason'>,
): void => {
  if (decision === 'approve') call.status = 'ready'
  else if (reason.trim() === '') closeCall(draft, call, { kind: 'denied', words: DENIED })
  else closeCall(draft, call, { kind: 'denied', content: [...text(DENIED_BECAUSE), ...text(reason.trim())] })
}

/**
 * After a change to a more careful mode: calls that only the old mode allowed, and that have not started, ask again.
 */
export const askAgain = (draft: Draft): void => {
  for (const { n } of draft.head.unsettled)
    for (const { id, status, started, attempt, freeIn } of readAnswer(draft, n)?.calls ?? []) {
      if (status !== 'ready' || started || attempt > 0) continue
      if (freeIn === undefined || allows(draft.config.mode, freeIn)) continue
      const call = openCall(draft, id, 'ready')
      if (!call) continue
      call.status = 'pending'
      delete call.freeIn
    }
}

const asks = (draft: Draft, name: string): boolean => policyOf(draft, name)?.approval === 'ask'

const policyOf = ({ config }: Draft, name: string): ToolPolicy | undefined =>
  Object.hasOwn(config.tools, name) ? config.tools[name] : undefined

const changePolicy = (draft: Draft, name: string, approval: ToolPolicy['approval']): void => {
  const policy = policyOf(draft, name)
  if (policy) draft.config = { ...draft.config, tools: { ...draft.config.tools, [name]: { ...policy, approval } } }
}

/**
 * After an unknown outcome; to answer a question (which cannot be repeated: `again` is refused); or to end a wait early
 * (only `skip` applies). A form is answered by `answerForm`.
 */
export const settleCall = (draft: Draft, input: Of<'user-settle-tool-call'>): boolean => {
  const waiting = openCall(draft, input.toolCallId, 'waiting')
  if (waiting) {
    if (input.choice === 'skip') closeCall(draft, waiting, { kind: 'skipped', words: SKIPPED_WAIT })
    return input.choice === 'skip'
  }
  const unknown = openCall(draft, input.toolCallId, 'unknown')
  const call = unknown ?? openCall(draft, input.toolCallId, 'asking')
  if (!call || (!unknown && (input.choice === 'again' || call.form !== undefined))) return false
  if (input.choice === 'again') {
    call.status = 'ready'
    call.attempt++
    call.started = false
    call.starts = 0
    call.turnAt = null
  } else if (input.choice === 'skip')
    closeCall(draft, call, { kind: 'skipped', words: unknown ? SKIPPED : SKIPPED_QUESTION })
  else closeCall(draft, call, { kind: unknown ? 'reported' : 'ok', content: input.content })
  return true
}

/**
 * The call runs again and finds the answer. Each form is answered once; a form that a fresher one has replaced is not.
 */
export const answerForm = (draft: Draft, input: Of<'user-answer-form'>): boolean => {
  const { toolCallId, form, action, values } = input
  const call = openCall(draft, toolCallId, 'asking')
  if (call?.form?.id !== form || (action === 'accept' && !fitsForm(call.form, values))) return false
  call.answered = castDraft({ id: form, attempt: call.attempt, action, values: action === 'accept' ? values : {} })
  const { grant } = call.form
  const { grants = [] } = draft.config
  if (grant !== undefined && action === 'accept' && values['scope'] === 'session' && !grants.includes(grant))
    draft.config = { ...draft.config, grants: [...grants, grant].slice(-1000) }
  delete call.form
  call.status = 'ready'
  return true
}
