import { createEffect, createRoot } from 'solid-js'
import type { Config } from '../../../agent/config.ts'
import type { PlainBlock } from '../../../agent/content.ts'
import { runOf } from '../../../agent/head.ts'
import type { LeftBehind } from '../../../protocol/branches.ts'
import { sessionHash } from '../kit/session-hash.ts'
import { shortId } from '../worker-link/short-id.ts'
import { setAim } from './aim.ts'
import { useApp } from './app-context.ts'
import { useAsk } from './ask.ts'
import type { Say } from './say.ts'
import { sessionOffers } from './session-offers.ts'

/**
 * What becomes of acts outside in a copy: they happen, get the answers that its source had, or the one where there is
 * none of the other.
 */
export type ActsOutside = 'act' | 'recorded' | 'recorded-first'

type Wish = Parameters<Say['branch']>[0]
/** The command that makes a copy, and the copy. */
export type SentBranch = { id: string; sessionId: string }

/**
 * Other ways of going on, each in a session of its own; what there was stays. Resolve when they are on disk, or were
 * refused, which is told.
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
    const sessionId = crypto.randomUUID()
    const id = branch({ sessionId, ...wish })
    if (id === null) return false
    then(sessionId, id)
    const made = await taken(id, sessionId)
    // unless the person has gone elsewhere meanwhile
    if (made && state.open?.id === shown) location.hash = sessionHash(sessionId)
    return made
  }
  /** Row `n` in words of the journal: what a retry asks about. */
  const nameOf = (n: number): string | null => {
    const row = state.open?.rows[n]
    return row === undefined ? null : row.role === 'user' ? row.id : String(row.cut)
  }
  /**
   * Where the answer in row `n` was first asked for: one that failed before it and was replaced by it cannot be asked
   * about.
   */
  const askedAt = (n: number): number => {
    const before = state.open?.rows[n - 1]
    return before?.role === 'assistant' && before.status === 'replaced' ? askedAt(n - 1) : n
  }
  return {
    /**
     * Sends row `n`, a message of one's own, anew. What runs is stopped and stays as it is. `sent`: it is on its way.
     */
    sendEdited: (n: number, content: PlainBlock[], sent: (copy: SentBranch) => void): Promise<boolean> =>
      begin(n, true, (sessionId, id) => {
        sent({ id, sessionId })
        const { open } = state
        if (open?.view && sessionOffers(open).stop) input(open.id, { type: 'user-abort', run: runOf(open.view.head) })
        const messageId = shortId()
        input(sessionId, { type: 'user-send-message', messageId, content, delivery: 'steer' }, messageId)
      }),
    /** Asks for the answer in row `n` again, perhaps of another model, or one that thinks more or less. */
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
    /** A session of its own with all rows up to `n`. */
    branchFrom: (n: number): Promise<boolean> => begin(n + 1, false, () => {}),
    /**
     * A session of its own that begins from session `from` as it was after its input `seq`; with a model it goes on at
     * once, if there is anything to answer. `acts`: what becomes of acts outside in it; absent: they happen, but in a
     * copy of a recording only as recorded.
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
    /** Opens another variant where it parts from the one that is open, at row `n`. */
    openVariant: (id: string, n: number): void => {
      setAim({ id, n })
      location.hash = sessionHash(id)
    },
  }
}

/**
 * Gives what a branch before row `count` would leave behind. Rejects with an Error whose message is a sentence for the
 * person.
 */
export function useLeftBehind(): (sessionId: string, count: number) => Promise<LeftBehind> {
  const ask = useAsk()
  return (sessionId, count) => ask({ kind: 'left-behind', sessionId, count })
}
