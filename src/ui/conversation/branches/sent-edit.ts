import { createEffect, createMemo } from 'solid-js'
import * as z from 'zod/mini'
import { useApp } from '../../base/state/app-context.ts'
import type { SentBranch } from '../../base/state/branches.ts'
import { createKeptText, forgetKeptText } from '../composer/kept-text.ts'

const Sent = z.object({ id: z.string(), sessionId: z.string() })

/**
 * Command of a sent edit, kept next to its text until its outcome is known: making the copy takes seconds, and the
 * person may leave and come back, or reload, meanwhile. `named`: session and message. `made`: the copy exists. null:
 * nothing is being sent, or it was refused.
 */
export function createSentEdit(
  named: string,
  made: () => void,
): [() => SentBranch | null, (sent: SentBranch | null) => void] {
  const { state, actions } = useApp()
  const [kept, keep] = createKeptText(() => `edit-sent ${named}`)
  const sent = createMemo(() => parseSent(kept()))
  const before = sent()
  if (before !== null) actions.outgoing.lookFor(before.id, before.sessionId)
  createEffect(() => {
    const copy = sent()
    // no sessions: they are not loaded yet, or a replay hides them
    if (copy === null || state.unacknowledged[copy.id] || !state.sessions?.length) return
    if (state.sessions.some(({ id }) => id === copy.sessionId)) made()
    else keep(null)
  })
  return [sent, (copy) => keep(copy && JSON.stringify(copy))]
}

/** The copy was made, wherever the person is now: nothing of the edit is left when they come back. */
export function forgetSentEdit(named: string): void {
  for (const kind of ['edit', 'edit-files', 'edit-sent']) forgetKeptText(`${kind} ${named}`)
}

function parseSent(json: string | null): SentBranch | null {
  try {
    return json === null ? null : Sent.parse(JSON.parse(json))
  } catch {
    // not written by this app: nothing was sent
    return null
  }
}
