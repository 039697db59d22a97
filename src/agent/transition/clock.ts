import { type Draft, editAnswer } from '../draft.ts'
import { waitKey } from '../effects-at.ts'
import { closeCall } from './shared.ts'

/** Continues what waited under this key. The due time is not checked: a lost timer counts as reached. */
export const reach = (draft: Draft, { key }: { key: string }): boolean => {
  const { live, unsettled } = draft.head
  const waiting = live.find(({ cut, attempt, status }) => status === 'waiting' && waitKey(cut, attempt) === key)
  if (waiting) {
    const answer = editAnswer(draft, waiting.n)
    if (!answer) return false
    answer.status = 'streaming'
    answer.retryAt = null
    return true
  }
  for (const { n, calls } of unsettled) {
    const entry = calls.find(({ id, attempt, status }) => status === 'waiting' && waitKey(id, attempt) === key)
    if (entry) return reachCall(draft, n, entry.id)
  }
  return false
}

const reachCall = (draft: Draft, n: number, id: string): boolean => {
  const call = editAnswer(draft, n)?.calls.find((other) => other.id === id)
  if (!call) return false
  if (call.closeWith) closeCall(draft, call, { kind: 'ok', content: call.closeWith })
  else call.status = 'ready'
  call.until = null
  return true
}
