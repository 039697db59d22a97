import type { Head } from '../../agent/head.ts'
import type { Unstamped } from '../../agent/input.ts'
import type { State } from '../../agent/state.ts'
import { runEffect } from '../../effects/run-effect.ts'
import type { StorageFault } from '../../protocol/common.ts'
import { type CommitOutcome, commitBatch } from '../../storage/commit.ts'
import { classifyFault } from '../../storage/fault.ts'
import { highestSeq } from '../../storage/restore.ts'
import { readStreams } from '../../storage/streams.ts'
import { failpointIn } from '../failpoints.ts'
import { type EffectEnvironment, effectPorts } from '../ports/effect-ports.ts'
import { isBusy, sessionItem } from '../session-item.ts'
import { keepText } from '../streams/keep-text.ts'
import { type LiveAnswers, makeLiveAnswers } from '../streams/live-answers.ts'
import { type Outcome, runSession, type SessionCommit } from './session.ts'

/** A session's machine bound to its rows on disk and to the pages that watch it. */
export type SessionMachine = {
  state: () => State
  live: LiveAnswers
  dispatch: (input: Unstamped) => Promise<Outcome>
  retryCommit: () => void
  /** Tells pages what of the moment is no part of the state: whoever opens the session now has not heard it. */
  tellActivity: () => void
  /** Nothing runs and nothing is held: all that it knows is on disk. */
  isIdle: () => boolean
  stop: () => void
}

export type MachineEnvironment = EffectEnvironment & {
  epoch: number
  /** The writer before us left in good order: what is started again now does not count as a crash. */
  clean: () => boolean
  safe: boolean
  /** Another writer has taken over: nothing may be written any more. */
  superseded: () => void
  /** What is stored of this session is not what its machine builds on: it must be restored again. */
  restart: (sessionId: string) => void
  /** Whether a command for this session is being carried out. */
  isUsed: (sessionId: string) => boolean
  report: (error: unknown) => void
}

const FIRST_RETRY = 1000
const LONGEST_RETRY = 30_000

/** Makes the machine of a restored (or new) state and starts its effects. Rejects with a DOMException when its rows cannot be read. */
export async function startMachine(initial: State, environment: MachineEnvironment): Promise<SessionMachine> {
  const { db, epoch, publish, report } = environment
  const { sessionId } = initial.head
  const [stored, highest] = await Promise.all([readStreams(db, sessionId), highestSeq(db, sessionId)])
  const live = makeLiveAnswers({
    sessionId,
    stored,
    append: async (rows) => {
      const outcome = await keepText(db, epoch, sessionId, rows)
      if (outcome.type === 'fault') throw outcome.error
      // at once: whoever waits for the next commit to be told pays for text that nobody keeps
      refused(outcome)
    },
    publish,
    report,
    failpoint: failpointIn,
  })
  let saving = new AbortController()
  let fault: StorageFault | null = null
  let waiting = false
  let codeMissing = false
  let delay = FIRST_RETRY
  let timer: ReturnType<typeof setTimeout> | null = null
  let starting = true
  let leaving = false

  const tellActivity = (): void =>
    publish({
      type: 'activity',
      activity: { sessionId, waitingForNetwork: waiting, fault, ...(codeMissing && { codeMissing }) },
    })

  const commit = async ({ inputs, delta, previous, next }: SessionCommit): Promise<void> => {
    const outcome = await commitBatch(db, {
      epoch,
      sessionId,
      inputs,
      delta,
      previousSeq: previous.head.seq === 0 ? null : previous.head.seq,
      strict: inputs.some((input) => input.type === 'toolkit-start' && runsOnce(next, input.toolCallId)),
      endedStreams: streaming(previous.head)
        .filter((cut) => !streaming(next.head).includes(cut))
        .map((cut) => ({ cut })),
    })
    if (outcome.type !== 'committed') throw new CommitRefused(outcome)
  }
  const committed = ({ delta, previous, next }: SessionCommit): void => {
    live.keep(new Set(next.head.live.map(({ cut }) => cut)))
    delay = FIRST_RETRY
    if (fault !== null) {
      fault = null
      saving = new AbortController()
      tellActivity()
    }
    publish({ type: 'delta', sessionId, after: previous.head.seq, seq: next.head.seq, delta })
    publish({ type: 'sessions-changed', sessions: [sessionItem(next.head)] })
  }
  /** What only another writer can have done: nothing is to be tried again. */
  const refused = (outcome: { type: string }): boolean => {
    if (outcome.type === 'stale-epoch') environment.superseded()
    else if (outcome.type === 'conflict' || outcome.type === 'purged') environment.restart(sessionId)
    else return false
    return true
  }
  /** The batch is held: askings are stopped (what they would receive could not be saved) and the commit is tried again. */
  const held = (error: unknown): void => {
    const outcome = error instanceof CommitRefused ? error.outcome : null
    if (outcome !== null && refused(outcome)) {
      if (outcome.type !== 'stale-epoch') report(error)
      return
    }
    fault = outcome?.type === 'fault' ? outcome.fault : classifyFault(error)
    report(error)
    tellActivity()
    saving.abort()
    if (timer !== null) clearTimeout(timer)
    timer = setTimeout(() => void session.retryCommit(), delay)
    delay = Math.min(LONGEST_RETRY, delay * 2)
  }

  const ports = effectPorts(sessionId, environment, {
    live,
    leaving: () => leaving,
    savingFailed: () => saving.signal,
    onWait: (isWaiting) => {
      waiting = isWaiting
      tellActivity()
    },
    onMissing: (isMissing, error) => {
      if (error !== undefined) report(error)
      codeMissing = isMissing
      tellActivity()
    },
  })
  const session = runSession(initial, Math.max(initial.head.seq, highest), {
    commit,
    committed,
    held,
    runEffect: (effect, state, key) => runEffect(effect, state, key, ports(starting && environment.clean(), state)),
    reading: () => environment.isUsed(sessionId),
    safe: environment.safe,
    now: Date.now,
    report,
  })
  starting = false
  // what a writer before us said of it counts no more
  tellActivity()

  return {
    state: session.state,
    live,
    dispatch: session.dispatch,
    retryCommit: () => void session.retryCommit(),
    tellActivity,
    isIdle: () => fault === null && !isBusy(session.state().head),
    stop: () => {
      if (timer !== null) clearTimeout(timer)
      leaving = true
      session.stop()
    },
  }
}

class CommitRefused extends Error {
  readonly outcome: Exclude<CommitOutcome, { type: 'committed' }>
  constructor(outcome: Exclude<CommitOutcome, { type: 'committed' }>) {
    super(`Not committed: ${outcome.type}`)
    this.name = 'CommitRefused'
    this.outcome = outcome
  }
}

const streaming = (head: Head): number[] =>
  head.live.filter(({ status }) => status === 'streaming').map(({ cut }) => cut)

const runsOnce = (state: State, toolCallId: string): boolean =>
  state.messages.some(
    (message) =>
      message.role === 'assistant' && message.calls.some(({ id, repeat }) => id === toolCallId && repeat === 'once'),
  )
