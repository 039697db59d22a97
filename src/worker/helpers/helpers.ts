import type { Head } from '../../agent/head.ts'
import { openCalls } from '../../agent/select.ts'
import { status } from '../../agent/status.ts'
import type { HelperJob } from '../../tools/helpers/helper-port.ts'
import type { EffectEnvironment, HelperCall, HelperOf } from '../ports/machine-ports.ts'

/**
 * The tree of sessions: a helper is a session whose head names its `parent`, the tool call that it works for. The call
 * waits while the helper is at work. The helper is released when the call has ended, whichever way: what is still
 * running then stops. Both follow from what is committed, so a crash between them is made up for at the next start.
 */
export type Helpers = EffectEnvironment['helpers']

export type HelpersPorts = {
  /** The head of a session, in memory or on disk; null: there is none that can be read. */
  head: (sessionId: string) => Promise<Head | null>
  /** Ids of the helpers of this session, released ones included. */
  helpersOf: (sessionId: string) => Promise<string[]>
  /** Dispatches to a session's machine, which stays in memory until that is committed. */
  dispatch: (sessionId: string, input: 'release' | 'delete' | 'restore') => Promise<void>
  start: HelperStarter
  report: (error: unknown) => void
}

/** Creates the session of a helper unless it exists. Resolves to its head when that is committed. */
type HelperStarter = (sessionId: string, of: HelperOf, call: HelperCall, job: HelperJob) => Promise<Head>

const AT_REST: ReadonlySet<string> = new Set(['idle', 'stopped', 'paused', 'failed'])
const isAtRest = (head: Head): boolean => head.deletedAt !== null || AT_REST.has(status(head).type)

/**
 * `heads`: of all sessions, as they are on disk. `isHere`: whether this device runs a session. Helpers whose call has
 * ended are released right away.
 */
export function makeHelpers(
  ports: HelpersPorts,
  heads: readonly Head[],
  isHere: (sessionId: string) => boolean,
): Helpers {
  /** Helpers that are not released, by session and call. */
  const working = new Map<string, Map<string, string>>()
  const listeners = new Map<string, Set<() => void>>()

  const add = (session: string, call: string, helper: string): void => {
    const calls = working.get(session) ?? new Map<string, string>()
    working.set(session, calls.set(call, helper))
  }
  const tell = (sessionId: string, input: Parameters<HelpersPorts['dispatch']>[1]): void => {
    ports.dispatch(sessionId, input).catch(ports.report)
  }
  const releaseWhere = (session: string, ended: (call: string) => boolean): void => {
    const calls = working.get(session)
    for (const [call, helper] of calls ?? []) {
      if (!ended(call)) continue
      calls?.delete(call)
      tell(helper, 'release')
    }
    if (calls?.size === 0) working.delete(session)
  }
  const wake = (sessionId: string): void => {
    for (const listener of listeners.get(sessionId) ?? []) listener()
  }

  for (const { sessionId, parent, deletedAt } of heads)
    if (parent && !parent.released && deletedAt === null) add(parent.session, parent.call, sessionId)
  for (const session of [...working.keys()]) {
    const head = heads.find(({ sessionId }) => sessionId === session)
    const open =
      head === undefined || head.deletedAt !== null || !isHere(session) ? [] : openCalls(head).map(({ id }) => id)
    releaseWhere(session, (call) => !open.includes(call))
  }

  return {
    help: async (of, call, job, signal) => {
      const { helperId, reportOf } = await of.load(() => import('./start-helper.ts'))
      const sessionId = await helperId(of.sessionId, call.key)
      const before = await ports.head(sessionId)
      if (before === null && call.helper !== undefined)
        return { type: 'ended', report: await reportOf(of, sessionId, null) }
      const head = before ?? (await ports.start(sessionId, of, call, job))
      add(of.sessionId, call.id, sessionId)
      if (signal.aborted) releaseWhere(of.sessionId, (id) => id === call.id)
      return isAtRest(head)
        ? { type: 'ended', report: await reportOf(of, sessionId, head) }
        : { type: 'at-work', session: sessionId }
    },
    untilAtRest: async (sessionId, signal) => {
      for (;;) {
        let heard = (): void => {}
        const next = new Promise<void>((resolve) => {
          heard = resolve
        })
        const mine = listeners.get(sessionId) ?? new Set()
        listeners.set(sessionId, mine.add(heard))
        signal.addEventListener('abort', heard)
        try {
          const head = await ports.head(sessionId)
          signal.throwIfAborted()
          if (head === null || isAtRest(head)) return
          await next
          signal.throwIfAborted()
        } finally {
          signal.removeEventListener('abort', heard)
          mine.delete(heard)
          if (mine.size === 0 && listeners.get(sessionId) === mine) listeners.delete(sessionId)
        }
      }
    },
    committed: (previous, next) => {
      const { sessionId } = next
      wake(sessionId)
      if (working.has(sessionId)) {
        const open = new Set(openCalls(next).map(({ id }) => id))
        const was = new Set(openCalls(previous).map(({ id }) => id))
        releaseWhere(sessionId, (call) => was.has(call) && !open.has(call))
      }
      if ((previous.deletedAt === null) === (next.deletedAt === null)) return
      const input = next.deletedAt === null ? 'restore' : 'delete'
      ports
        .helpersOf(sessionId)
        .then((helpers) => {
          for (const helper of helpers) tell(helper, input)
        })
        .catch(ports.report)
    },
    heard: wake,
    lost: (sessionId) => releaseWhere(sessionId, () => true),
  }
}
