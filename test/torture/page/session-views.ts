import { apply } from '../../../src/agent/delta.ts'
import { type Head, runOf } from '../../../src/agent/head.ts'
import { offers } from '../../../src/agent/offers.ts'
import type { State } from '../../../src/agent/state.ts'
import { type Status, status } from '../../../src/agent/status.ts'
import type { SessionView } from '../../../src/protocol/common.ts'
import type { FromWorker } from '../../../src/protocol/from-worker.ts'
import type { Results } from '../../../src/protocol/requests.ts'
import { programsIn } from '../program.ts'

/** What the page knows of the sessions it watches: opened once, then kept up to date by deltas alone. */
export type SessionNote = {
  status: Status
  seq: number
  title: string | null
  deleted: boolean
  calls: { id: string; name: string; status: string; attempt: number }[]
  queued: string[]
  /** Messages of the person that are in the tail of the transcript or in the queue, by the names in their programs. */
  arrived: string[]
  offers: ReturnType<typeof offers>
  run: number
}

/** So many of the last rows are asked for when a session is opened. */
export const TAIL = 50

export function makeSessionViews(open: (sessionId: string) => Promise<Results['open-session']>) {
  const views = new Map<string, SessionView>()
  const wanted = new Set<string>()
  const opening = new Set<string>()
  /** The newest change that was heard of, also of those that could not be applied: what is opened must not be older. */
  const heard = new Map<string, number>()

  async function watch(sessionId: string): Promise<void> {
    wanted.add(sessionId)
    if (opening.has(sessionId)) return
    opening.add(sessionId)
    let again = false
    try {
      const opened = await open(sessionId)
      if (opened !== null) views.set(sessionId, opened.view)
      again = opened !== null && opened.view.head.seq < (heard.get(sessionId) ?? 0)
    } catch (error) {
      // the session is damaged or storage fails: asked again at the next change
      console.info(`open ${sessionId}: ${String(error)}`)
    } finally {
      opening.delete(sessionId)
    }
    if (again) void watch(sessionId)
  }
  return {
    watch,
    views,
    reopenAll: () => {
      for (const sessionId of wanted) void watch(sessionId)
    },
    receive: (message: Extract<FromWorker, { type: 'delta' }>) => {
      if (!wanted.has(message.sessionId)) return
      heard.set(message.sessionId, Math.max(message.seq, heard.get(message.sessionId) ?? 0))
      const view = views.get(message.sessionId)
      if (view !== undefined && message.seq <= view.head.seq) return
      if (view === undefined || view.head.seq !== message.after) return void watch(message.sessionId)
      const next = apply({ plan: null, ...view, summary: null, files: [] } as State, message.delta)
      const { head, config, queue, messages } = next
      views.set(message.sessionId, { head, config, queue: [...queue], messages: [...messages] })
    },
    /** Sessions that are not there yet are asked for again. */
    notes: (): Record<string, SessionNote> => {
      for (const sessionId of wanted) if (!views.has(sessionId)) void watch(sessionId)
      return Object.fromEntries([...views].map(([id, view]) => [id, noteOf(view)]))
    },
  }
}

function noteOf({ head, queue, messages }: SessionView): SessionNote {
  return {
    status: status(head),
    seq: head.seq,
    title: head.title,
    deleted: head.deletedAt !== null,
    calls: openCalls(head),
    queued: queue.map(({ id }) => id),
    arrived: [...messages.filter(({ role }) => role === 'user'), ...queue].flatMap(namesIn),
    offers: offers({ head, messages }),
    run: runOf(head),
  }
}

const namesIn = ({ content }: { content: readonly { type: string; text?: string }[] }): string[] =>
  content.flatMap(({ text }) => programsIn(text ?? '').map(({ messageId }) => messageId))

const openCalls = (head: Head): SessionNote['calls'] =>
  head.unsettled.flatMap(({ calls }) =>
    calls.map(({ id, name, status: state, attempt }) => ({ id, name, status: state, attempt })),
  )
