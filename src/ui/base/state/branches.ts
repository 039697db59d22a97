import { createEffect, createRoot } from 'solid-js'
import type { Config } from '../../../agent/config.ts'
import type { PlainBlock } from '../../../agent/content.ts'
import { runOf } from '../../../agent/head.ts'
import { idBeside } from '../../../settings/private-session.ts'
import { sessionHash } from '../kit/session-hash.ts'
import { shortId } from '../worker-link/short-id.ts'
import { setAim } from './aim.ts'
import { useApp } from './app-context.ts'
import type { Say } from './say.ts'
import { sessionOffers } from './session-offers.ts'

/**
 * How tools that act outside run in a copy: for real, with recorded results, or with recorded results first and for
 * real where none was recorded.
 */
export type ActsOutside = 'act' | 'recorded' | 'recorded-first'

type Wish = Parameters<Say['branch']>[0]
/** The command that makes a copy, and the copy. */
export type SentBranch = { id: string; sessionId: string }

/**
 * Creates variants and branches, each as a separate session; the original stays. Resolves when the session is on disk,
 * or when it was refused and the person was told.
 */
export function useBranches() {
  const { actions, state } = useApp()
  const { branch, input } = actions.outgoing
  /** True: it was made. */
  const taken = (id: string, sessionId: string): Promise<boolean> =>
    new Promise((resolve) => {
      createRoot((dispose) =>
        createEffect(() => {
          if (state.unacknowledged[id]) return
          resolve(state.sessions?.some((session) => session.id === sessionId) === true)
          queueMicrotask(dispose)
        }),
      )
    })
  /**
   * `then` sends what the copy is to do; it follows in the outbox, so that a page that dies in between loses nothing of
   * it.
   */
  const begin = async (
    count: number,
    variant: boolean,
    then: (sessionId: string, id: string) => void,
  ): Promise<boolean> => state.open !== null && copy({ from: state.open.id, at: { count }, variant }, then)
  const copy = async (
    wish: Omit<Wish, 'sessionId'>,
    then: (sessionId: string, id: string) => void,
  ): Promise<boolean> => {
    const shown = state.open?.id
    const sessionId = idBeside(wish.from, crypto.randomUUID())
    const id = branch({ sessionId, ...wish })
    if (id === null) return false
    then(sessionId, id)
    const made = await taken(id, sessionId)
    // unless the person has opened another session in between
    if (made && state.open?.id === shown) location.hash = sessionHash(sessionId)
    return made
  }
  /** Row `n` in words of the journal: what a retry asks about. */
  const nameOf = (n: number): string | null => {
    const row = state.open?.rows[n]
    return row === undefined ? null : row.role === 'user' ? row.id : String(row.cut)
  }
  /**
   * The input that first requested the answer in row `n`. A failed answer that was replaced cannot be requested again.
   */
  const askedAt = (n: number): number => {
    const before = state.open?.rows[n - 1]
    return before?.role === 'assistant' && before.status === 'replaced' ? askedAt(n - 1) : n
  }
  return {
    /**
     * Sends the edited message of row `n` as a variant. A running answer is stopped and kept. `sent`: the command is on
     * its way.
     */
    sendEdited: (n: number, content: PlainBlock[], sent: (copy: SentBranch) => void): Promise<boolean> =>
      begin(n, true, (sessionId, id) => {
        sent({ id, sessionId })
        const { open } = state
        if (open?.view && sessionOffers(open).stop) input(open.id, { type: 'user-abort', run: runOf(open.view.head) })
        const messageId = shortId()
        input(sessionId, { type: 'user-send-message', messageId, content, delivery: 'steer' }, messageId)
      }),
    /** Requests the answer in row `n` again, optionally from another model or with another level of thinking. */
    askAgain: (
      n: number,
      model?: { providerId: string; model: string; thinking?: Config['model']['thinking'] },
    ): Promise<boolean> => {
      const from = askedAt(n)
      const target = nameOf(from - 1)
      const thinking = state.open?.view?.config.model.thinking ?? 'off'
      return begin(from, true, (sessionId) => {
        if (model !== undefined) input(sessionId, { type: 'user-configure', config: { model: { thinking, ...model } } })
        input(sessionId, { type: 'user-retry', target })
      })
    },
    /** A separate session with all rows up to `n`. */
    branchFrom: (n: number): Promise<boolean> => begin(n + 1, false, () => {}),
    /**
     * A separate session with the state of session `from` after input `seq`. With a model it runs right away if there
     * is something to answer. `acts`: how tools that act outside run; absent: for real, or recorded only in a copy of a
     * recording.
     */
    forkAt: (
      from: string,
      seq: number,
      model?: { providerId: string; model: string },
      acts?: ActsOutside,
    ): Promise<boolean> =>
      copy({ from, at: { seq }, variant: false }, (sessionId) => {
        if (acts !== undefined)
          input(sessionId, {
            type: 'user-configure',
            config: { acts: acts === 'act' ? null : { of: from, refuse: acts === 'recorded' } },
          })
        if (model === undefined) return
        const thinking = state.open?.view?.config.model.thinking ?? 'off'
        input(sessionId, { type: 'user-configure', config: { model: { thinking, ...model } } })
        input(sessionId, { type: 'user-continue' })
      }),
    /** Opens another variant at row `n`, where it differs from the open one. */
    openVariant: (id: string, n: number): void => {
      setAim({ id, n })
      location.hash = sessionHash(id)
    },
  }
}
