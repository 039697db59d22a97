import type { Head } from '../../agent/head.ts'
import type { State } from '../../agent/state.ts'
import { type CommitBatch, type CommitOutcome, commitBatch } from '../../storage/commit.ts'
import type { Database } from '../../storage/schema.ts'
import type { SessionCommit } from './session.ts'

/** One batch of a session's machine, written to its rows. */

/** Why nothing was written. */
export class CommitRefused extends Error {
  readonly outcome: Exclude<CommitOutcome, { type: 'committed' }>
  constructor(outcome: Exclude<CommitOutcome, { type: 'committed' }>) {
    super(`Not committed: ${outcome.type}`)
    this.name = 'CommitRefused'
    this.outcome = outcome
  }
}

/**
 * Rejects with CommitRefused; then nothing was written. `keepsRun`: an answer that waits for its next attempt will take
 * up the same run at its provider, so the stored name of that run stays.
 */
export async function commitSession(
  db: Database,
  epoch: number,
  { inputs, delta, previous, next }: SessionCommit,
  keepsRun: (cut: number) => boolean,
): Promise<void> {
  const live = new Set(next.head.live.map(({ cut }) => cut))
  const isOver = ({ cut, status }: Head['live'][number]): boolean =>
    !live.has(cut) || (status === 'streaming' && !streaming(next.head).includes(cut) && !keepsRun(cut))
  const outcome = await commitBatch(db, {
    epoch,
    sessionId: next.head.sessionId,
    inputs,
    delta,
    previousSeq: previous.head.seq === 0 ? null : previous.head.seq,
    strict: inputs.some((input) => input.type === 'toolkit-start' && runsOnce(next, input.toolCallId)),
    projectFiles: projectFilesIn(next, inputs),
    endedStreams: previous.head.live.filter(isOver).map(({ cut }) => ({ cut })),
  })
  if (outcome.type !== 'committed') throw new CommitRefused(outcome)
}

const streaming = (head: Head): number[] =>
  head.live.filter(({ status }) => status === 'streaming').map(({ cut }) => cut)

const runsOnce = (state: State, toolCallId: string): boolean =>
  state.messages.some(
    (message) =>
      message.role === 'assistant' && message.calls.some(({ id, repeat }) => id === toolCallId && repeat === 'once'),
  )

/** Changes of project files by calls whose results were accepted: a result that was refused changes nothing. */
const projectFilesIn = (state: State, inputs: SessionCommit['inputs']): CommitBatch['projectFiles'] => {
  const changes = inputs.flatMap((input) =>
    input.type === 'toolkit-respond' && input.projectFiles && endedWell(state, input.toolCallId)
      ? [{ ...input.projectFiles, at: input.timestamp }]
      : [],
  )
  return changes.length === 0 ? undefined : changes
}

const endedWell = (state: State, toolCallId: string): boolean =>
  state.messages.some(
    (message) =>
      message.role === 'assistant' &&
      message.calls.some(({ id, result }) => id === toolCallId && result?.kind === 'ok'),
  )
