import type { Config } from '../config.ts'
import { type Draft, editAnswer } from '../draft.ts'
import { runOf } from '../head.ts'
import type { UserInput } from '../input.ts'
import { hasEnded, isCutOff } from '../offers.ts'
import { wantsName } from '../select.ts'
import { thresholdOf } from '../threshold.ts'
import { askAgain } from './decisions.ts'
import { chooseAnew, endNaming, isWorking, newRun, see, stop } from './run.ts'

type Of<Type extends UserInput['type']> = Extract<UserInput, { type: Type }>

type Aim = { run?: number | undefined }
/** Whether it is meant for the current or last run. Law: a late or repeated input leaves a newer run alone. */
const isAimed = ({ head }: Draft, { run = runOf(head) }: Aim): boolean => run === runOf(head)

/** Refused if there is nothing to stop. */
export const abort = (draft: Draft, { partials, spent, ...aim }: Of<'user-abort'>): boolean => {
  const { head } = draft
  if (!isAimed(draft, aim)) return false
  if (!isWorking(draft) && !head.unseen && head.compact === undefined && !wantsName(head)) return false
  stop(draft, partials, spent)
  draft.head.hold = { kind: 'aborted' }
  return true
}

/**
 * A request that waits for a retry is sent now. Otherwise the last message is asked about again, under a new cut: an
 * answer without calls is replaced, one with calls is kept and continued. `target` null: whichever is last.
 */
export const retry = (draft: Draft, { target, ...aim }: { target: string | null } & Aim): boolean => {
  if (!isAimed(draft, aim)) return false
  const waiting = draft.head.live.find(
    ({ status, cut }) => status === 'waiting' && (target === null || String(cut) === target),
  )
  if (waiting) return resume(draft, waiting.n)
  const { last, unseen } = draft.head
  if (unseen || !last || (target !== null && target !== last.key)) return false
  if (last.role === 'assistant') {
    if (!hasEnded(last)) return false
    if (last.calls === 0) {
      const answer = editAnswer(draft, last.n)
      if (!answer) return false
      answer.status = 'replaced'
    }
  }
  newRun(draft, true)
  see(draft, { user: true })
  return true
}

const resume = (draft: Draft, n: number): boolean => {
  const answer = editAnswer(draft, n)
  if (!answer) return false
  answer.status = 'streaming'
  answer.retryAt = null
  return true
}

/**
 * Lifts a hold, past any limit; with empty queues it retries the last message. After an answer that was cut off, it
 * asks for the rest.
 */
export const goOn = (draft: Draft, aim: Aim): boolean => {
  if (!isAimed(draft, aim)) return false
  if (!draft.head.hold) return goOnFromCutOff(draft)
  newRun(draft, true)
  if (!isWorking(draft) && draft.queue.length === 0) retry(draft, { target: null })
  return true
}

const goOnFromCutOff = (draft: Draft): boolean => {
  if (!isCutOff(draft.head, draft.before.messages)) return false
  newRun(draft, true)
  see(draft, { user: true })
  return true
}

/** What changes a request that has not started moves its cut. */
export const configure = (draft: Draft, { config }: Of<'user-configure'>): boolean => {
  const given = Object.entries(config).filter(([, value]) => value !== undefined)
  draft.config = { ...draft.config, ...(Object.fromEntries(given) as Partial<Config>) }
  if (config.model !== undefined || config.fallback !== undefined) chooseAnew(draft)
  if (config.mode !== undefined) askAgain(draft)
  draft.head.compressAbove = thresholdOf(draft.config)
  if (config.model !== undefined) {
    delete draft.head.compressFailed
    delete draft.head.measure
  }
  if (draft.head.unseen) see(draft)
  return true
}

export const nameByUser = (draft: Draft, { title }: Of<'user-name-session'>): boolean => {
  if (draft.head.title === title) return false
  endNaming(draft, title)
  return true
}

/** A running answer keeps the instructions that its run began with, so no cut moves. */
export const moveSession = (draft: Draft, { project }: Of<'user-move-session'>): boolean => {
  if ((draft.head.project ?? null) === project) return false
  if (project === null) delete draft.head.project
  else draft.head.project = project
  return true
}

/** A deleted session is stopped. If it was at work, it is held when it is restored. */
export const deleteSession = (draft: Draft, { partials, spent }: Of<'user-delete-session'>): boolean => {
  const atWork = isWorking(draft) || draft.head.unseen !== null
  stop(draft, partials ?? {}, spent)
  if (atWork) draft.head.hold ??= { kind: 'aborted' }
  draft.head.deletedAt = draft.now
  return true
}

export const undelete = (draft: Draft): boolean => {
  if (draft.head.deletedAt === null) return false
  draft.head.deletedAt = null
  return true
}
