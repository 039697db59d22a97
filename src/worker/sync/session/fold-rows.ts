import { diff } from '../../../agent/delta.ts'
import type { Delta } from '../../../agent/delta-schema.ts'
import { HELD_TAIL } from '../../../agent/held.ts'
import { initiate } from '../../../agent/initiate.ts'
import type { Input } from '../../../agent/input.ts'
import type { State } from '../../../agent/state.ts'
import { transition } from '../../../agent/transition.ts'
import { type CommitOutcome, commitBatch } from '../../../storage/commit.ts'
import type { PlaceChange } from '../../../storage/places.ts'
import { restoreSession } from '../../../storage/restore.ts'
import type { Database } from '../../../storage/schema.ts'
import { readStreams } from '../../../storage/streams.ts'

/** What another device wrote cannot be followed here. */
export class CannotFollow extends Error {}

/** What one fold has changed, for the pages. */
export type Folded = { previous: State; next: State; delta: Delta }

/**
 * Applies inputs of another device, stamped there, to a session of this one by the agent's own transition, and commits
 * them together with its place. Nothing runs by it. `isNew`: the inputs create the session; `mustApply`: all of them.
 * Rejects with CannotFollow or a DOMException.
 */
export async function foldRows(
  { db, epoch }: { db: Database; epoch: number },
  sessionId: string,
  inputs: readonly Input[],
  places: PlaceChange,
  { isNew, mustApply }: { isNew: boolean; mustApply: boolean },
): Promise<{ outcome: CommitOutcome; folded: Folded | null }> {
  const previous = isNew ? initiate(sessionId) : await stateOf(db, sessionId)
  let next = previous
  const applied: Input[] = []
  for (const input of inputs) {
    const own: Input = input.type === 'session-create' ? { ...input, sessionId } : input
    const after = transition(own)(next)
    if (after !== next) applied.push(own)
    next = after
  }
  // each applied where it was written
  if (mustApply && applied.length < inputs.length)
    throw new CannotFollow('Can’t follow another device: one of its inputs doesn’t apply here.')
  const delta = diff(previous, next)
  const running = new Set(next.head.live.map(({ cut }) => cut))
  const endedStreams = (await readStreams(db, sessionId))
    .filter(({ cut }) => !running.has(cut))
    .map(({ cut }) => ({ cut }))
  const outcome = await commitBatch(db, {
    ...{ epoch, sessionId, inputs: applied, delta, places, endedStreams },
    previousSeq: isNew ? null : previous.head.seq,
    strict: false,
  })
  return { outcome, folded: outcome.type === 'committed' ? { previous, next, delta } : null }
}

async function stateOf(db: Database, sessionId: string): Promise<State> {
  const restored = await restoreSession(db, sessionId, HELD_TAIL)
  if (restored.type !== 'restored') throw new CannotFollow(`Can’t follow this session: it is ${restored.type} here.`)
  return restored.state
}
