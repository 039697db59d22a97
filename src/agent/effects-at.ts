import type { Effect } from './effect.ts'
import type { Head } from './head.ts'
import { askingCut, compressionCut, openCalls, runningCalls, wantsName } from './select.ts'
import type { State } from './state.ts'

export const waitKey = (work: number | string, attempt: number): string => `wait-${work}-${attempt}`

/**
 * The effects that must run, by key. It reads only `state.head`, so its cost does not depend on the length of the
 * session. A streaming answer keeps its own effect wanted: the start of a request does not remove its key (a trap of
 * seed 003).
 */
export const effectsAt = ({ head }: { head: State['head'] }): Record<string, Effect> => {
  const effects: Record<string, Effect> = {}
  if (head.deletedAt !== null) return effects
  for (const { cut, attempt, status } of head.live)
    if (status === 'streaming') effects[`ask-brain-${cut}-${attempt}`] = { kind: 'ask-brain', cut, attempt }
  const compressed = compressionCut(head)
  if (compressed !== null) effects[`compress-history-${compressed}`] = { kind: 'compress-history', cut: compressed }
  const cut = askingCut(head)
  if (cut !== null) effects[`ask-brain-${cut}-0`] = { kind: 'ask-brain', cut, attempt: 0 }
  for (const { n, call } of runningCalls(head))
    effects[`request-toolkit-${call.id}-${call.attempt}`] = {
      kind: 'request-toolkit',
      toolCallId: call.id,
      n,
      attempt: call.attempt,
    }
  addWaits(head, effects)
  if (wantsName(head)) effects['name-session'] = { kind: 'name-session' }
  return effects
}

const addWaits = (head: Head, effects: Record<string, Effect>): void => {
  for (const { cut, attempt, status, retryAt } of head.live)
    if (status === 'waiting') effects[waitKey(cut, attempt)] = { kind: 'wait', until: retryAt ?? 0 }
  for (const { id, attempt, status, until, helper } of openCalls(head)) {
    if (status !== 'waiting') continue
    effects[waitKey(id, attempt)] =
      helper === undefined ? { kind: 'wait', until: until ?? 0 } : { kind: 'await-helper', session: helper }
  }
}
