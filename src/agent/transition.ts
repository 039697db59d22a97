import { closeDraft, type Draft, openDraft } from './draft.ts'
import type { Input } from './input.ts'
import type { State } from './state.ts'
import * as brain from './transition/brain.ts'
import { branch, detach, keepPrivate, record } from './transition/branch.ts'
import { reach } from './transition/clock.ts'
import * as control from './transition/control.ts'
import { create } from './transition/create.ts'
import { answerForm, decide, settleCall } from './transition/decisions.ts'
import { changeFiles } from './transition/files.ts'
import * as history from './transition/history.ts'
import { loseEffect } from './transition/lost.ts'
import * as messages from './transition/messages.ts'
import { changePlan } from './transition/plan.ts'
import { release } from './transition/release.ts'
import { settle } from './transition/settle.ts'
import * as summary from './transition/summary.ts'
import * as toolkit from './transition/toolkit.ts'
import { MAX_RECENT } from './version.ts'

/**
 * The agent's transition. Total and pure: no clock, no random, no throw. An input returns the same state by reference
 * if it is not newer than the state, if its command was seen before, or if it does not apply. Cost: the touched rows,
 * and one copy of the window's array.
 */
export const transition =
  (input: Input) =>
  (state: State): State => {
    const { head } = state
    if (!(input.seq > head.seq) || !admits(state, input)) return state
    const draft = openDraft(state, input)
    if (!apply(draft, input)) return state
    settle(draft)
    const next = draft.head
    next.seq = input.seq
    next.timestamp = input.timestamp
    if (TIDYING.has(input.type)) next.activeAt ??= head.timestamp
    else delete next.activeAt
    if (input.commandId !== undefined) next.recent = [...head.recent, input.commandId].slice(-MAX_RECENT)
    return closeDraft(draft)
  }

/** Inputs that change a session without a word in it: they do not move `activeAt`. */
const TIDYING: ReadonlySet<string> = new Set<Input['type']>([
  'user-configure',
  'user-change-plan',
  'user-name-session',
  'user-move-session',
  'user-delete-session',
  'user-restore-session',
  'user-change-files',
  'user-compact',
  'user-edit-summary',
  'user-undo-summary',
  'user-load-tool-call',
  'user-expand-history',
  'session-drop-summary',
  'session-detach',
  'session-release',
  'session-record',
  'session-keep-private',
  'brain-compress-history',
  'brain-prune-history',
  'brain-fail-compress',
  'brain-begin-naming',
  'brain-name-session',
])

/** Inputs that apply to a recording: it can be named, deleted, branched, and lose a summary that would speak unseen. */
const OF_RECORDING: ReadonlySet<string> = new Set<Input['type']>([
  'session-branch',
  'session-detach',
  'session-drop-summary',
  'session-keep-private',
  'user-cancel-queued',
  'user-configure',
  'user-name-session',
  'user-move-session',
  'user-delete-session',
  'user-restore-session',
])

/**
 * A journal begins with `session-create`. A deleted session can only be restored. A recording stays as it is. A
 * repeated command counts once.
 */
const admits = ({ head }: State, input: Input): boolean => {
  if ((head.seq === 0) !== (input.type === 'session-create')) return false
  if (head.deletedAt !== null && input.type !== 'user-restore-session') return false
  if (head.recorded && !OF_RECORDING.has(input.type)) return false
  return input.commandId === undefined || !head.recent.includes(input.commandId)
}

/** Writes into the draft; false: the input does not apply, and the draft is dropped. */
const apply = (draft: Draft, input: Input): boolean => {
  switch (input.type) {
    case 'session-create':
      return create(draft, input)
    case 'session-drop-summary':
      return history.dropSummary(draft, input)
    case 'session-branch':
      return branch(draft, input)
    case 'session-detach':
      return detach(draft)
    case 'session-release':
      return release(draft, input)
    case 'session-record':
      return record(draft)
    case 'user-send-message':
      return messages.sendMessage(draft, input)
    case 'session-keep-private':
      return keepPrivate(draft)
    case 'user-cancel-queued':
      return messages.cancelQueued(draft, input)
    case 'user-change-queued':
      return messages.changeQueued(draft, input)
    case 'user-abort':
      return control.abort(draft, input)
    case 'user-retry':
      return control.retry(draft, input)
    case 'user-continue':
      return control.goOn(draft, input)
    case 'user-configure':
      return control.configure(draft, input)
    case 'user-answer-form':
      return answerForm(draft, input)
    case 'user-change-plan':
      return changePlan(draft, input)
    case 'user-name-session':
      return control.nameByUser(draft, input)
    case 'user-move-session':
      return control.moveSession(draft, input)
    case 'user-delete-session':
      return control.deleteSession(draft, input)
    case 'user-restore-session':
      return control.undelete(draft)
    case 'user-decide-tool-call':
      return decide(draft, input)
    case 'user-settle-tool-call':
      return settleCall(draft, input)
    case 'user-compact':
      return summary.compact(draft, input)
    case 'user-edit-summary':
      return summary.editSummary(draft, input)
    case 'user-undo-summary':
      return summary.undoSummary(draft, input)
    case 'user-load-tool-call':
      return summary.loadForBrain(draft, input)
    case 'user-expand-history':
      return summary.expandForBrain(draft, input)
    case 'user-change-files':
      return changeFiles(draft, input.files, input.known).length === 0
    case 'brain-send-message-start':
      return brain.start(draft, input)
    case 'brain-call-tools':
      return brain.callTools(draft, input)
    case 'brain-send-message-complete':
      return brain.complete(draft, input)
    case 'brain-fail':
      return brain.fail(draft, input)
    case 'brain-load-tool-call':
      return history.loadToolCall(draft, input)
    case 'brain-expand-history':
      return history.expandHistory(draft, input)
    case 'brain-search-history':
      return history.searchHistory(draft, input)
    case 'brain-prune-history':
      return history.pruneHistory(draft, input)
    case 'brain-compress-history':
      return history.compressHistory(draft, input)
    case 'brain-fail-compress':
      return history.failCompress(draft, input)
    case 'brain-begin-naming':
      return history.beginNaming(draft)
    case 'brain-name-session':
      return history.nameSession(draft, input)
    case 'toolkit-start':
      return toolkit.start(draft, input)
    case 'toolkit-respond':
      return toolkit.respond(draft, input)
    case 'toolkit-error':
      return toolkit.error(draft, input)
    case 'toolkit-interrupt':
      return toolkit.interrupt(draft, input)
    case 'toolkit-wait':
      return toolkit.wait(draft, input)
    case 'clock-reach':
      return reach(draft, input)
    case 'effect-lost':
      return loseEffect(draft, input)
    default:
      return unknownInput(input)
  }
}

/** Closed at compile time; an input of a later version, read from disk, does not apply. */
const unknownInput = (_: never): boolean => false
