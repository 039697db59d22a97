import type { FromWorker } from '../../protocol/from-worker.ts'
import type { Published } from '../../protocol/published.ts'
import { paced } from '../../settings/pace.ts'

/** Sends messages for every page: to this tab's page, and to the other tabs while there are any. */
export type Audience = {
  publish: (message: Published) => void
  /** Another tab has published this. */
  heard: (message: Published) => void
  /** A follower has said that it is there. */
  followerSpoke: () => void
  /** To this tab's page alone. */
  here: (message: Published) => void
  /** This tab's page shows the session, or no longer does. */
  watch: (sessionId: string, watching: boolean) => void
  /** Whether this tab's page shows the session. Other tabs' pages are unknown. */
  isShown: (sessionId: string) => boolean
}

export type AudiencePorts = {
  tell: (message: FromWorker) => void
  send: (message: { type: 'publish'; message: Published }) => void
  isWriter: () => boolean
  settingsChanged: () => void
  now: () => number
}

/** A follower is counted as listening for so long after its last word, in ms. */
const LISTENS_FOR = 15_000

export function makeAudience({ tell, send, isWriter, settingsChanged, now }: AudiencePorts): Audience {
  const watched = new Set<string>()
  let lastHeard = Number.NEGATIVE_INFINITY
  /** Of sessions that the page does not show it gets only the lists. */
  const show = (message: Published): void => {
    if (message.type === 'settings-changed') settingsChanged()
    if (!isOfRun(message) || watched.has(message.sessionId)) tell(message)
  }
  const isHeard = (): boolean => now() - lastHeard < paced(LISTENS_FOR)
  return {
    publish: (message) => {
      // a message to every other tab costs more than the rest of a step: a writer sends only when one is there
      if (!isWriter() || isHeard()) send({ type: 'publish', message })
      show(message)
    },
    heard: (message) => {
      // messages about runs come from the writer only; from a tab that lost the lock they are stale
      if (!isWriter() || !isOfRun(message)) show(message)
    },
    here: show,
    followerSpoke: () => {
      lastHeard = now()
    },
    watch: (sessionId, watching) => {
      if (watching) watched.add(sessionId)
      else watched.delete(sessionId)
    },
    isShown: (sessionId) => watched.has(sessionId) || isHeard(),
  }
}

/** What a running machine says of its session, in words that only a page that shows it needs. */
const isOfRun = (message: Published): message is Extract<Published, { type: 'delta' | 'stream' | 'progress' }> =>
  message.type === 'delta' || message.type === 'stream' || message.type === 'progress'
