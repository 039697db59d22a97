import { MAX_UNSENT, type TabDraft, type UnsentMessage } from '../../../agent/unsent-message.ts'
import type { Ask } from './ask.ts'

/** Milliseconds of typing that a kill of the browser may lose. */
const LATEST = 300

/** Unsent words where a killed browser does not lose them, this tab's apart from every other's. */
export type KeptDrafts = {
  /** Stores the draft soon; null deletes it right away. */
  keep: (sessionId: string, draft: UnsentMessage | null) => void
  /** When all that was given is on disk. Rejects with an Error for the person. */
  stored: (sessionId: string) => Promise<void>
  /** Drafts of this tab, and of tabs that are gone. Rejects with an Error for the person. */
  list: (sessionId: string) => Promise<TabDraft[]>
  drop: (sessionId: string, tab: string) => void
}

export function makeKeptDrafts(ask: Ask, tab: () => string): KeptDrafts {
  const due = new Map<string, UnsentMessage | null>()
  const timers = new Map<string, ReturnType<typeof setTimeout>>()
  const writing = new Map<string, Promise<unknown>>()
  const put = (sessionId: string, owner: string, draft: UnsentMessage | null): Promise<unknown> =>
    draft !== null && draft.text.length > MAX_UNSENT
      ? Promise.reject(new Error('This text is too long to save.'))
      : ask({ kind: 'keep-draft', sessionId, tab: owner, draft })

  const stored = async (sessionId: string): Promise<void> => {
    clearTimeout(timers.get(sessionId))
    timers.delete(sessionId)
    const draft = due.get(sessionId)
    if (draft !== undefined) {
      due.delete(sessionId)
      writing.set(sessionId, put(sessionId, tab(), draft))
    }
    await writing.get(sessionId)
  }
  // localStorage has the draft as well; callers that need certainty use `stored`
  const soon = (sessionId: string): void => void stored(sessionId).catch(() => {})

  return {
    keep: (sessionId, draft) => {
      due.set(sessionId, draft)
      if (draft === null) soon(sessionId)
      else if (!timers.has(sessionId))
        timers.set(
          sessionId,
          setTimeout(() => soon(sessionId), LATEST),
        )
    },
    stored,
    list: (sessionId) => ask({ kind: 'list-drafts', sessionId, tab: tab() }),
    drop: (sessionId, owner) => void put(sessionId, owner, null).catch(() => {}),
  }
}
