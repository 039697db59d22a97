import { batch, createEffect, createSignal, onCleanup } from 'solid-js'
import { createStore, produce, reconcile } from 'solid-js/store'
import type { JournalEntry, PastView } from '../../../protocol/inspect.ts'
import { useInspect } from '../../base/state/inspect.ts'
import { messageOf } from '../../base/state/message-of.ts'
import type { PastShown } from '../../base/state/past-shown.ts'
import { type OpenSession, openingSession } from '../../base/state/ui-state.ts'
import { stepsAtOnce, waitBefore } from './pace.ts'

/** In ms, between checks for new inputs. */
const LOOK_AGAIN = 2000

/**
 * A session’s past, in the shape that the transcript shows. Disposed with its owner. `leave`: returns to the present.
 */
export function createReplay(sessionId: string, begin: PastShown, leave: () => void) {
  const ask = useInspect(sessionId)
  const [entries, setEntries] = createSignal<readonly JournalEntry[]>([])
  const [place, setPlace] = createSignal(0)
  const [playing, setPlaying] = createSignal(begin.playing)
  /** 0: at once. */
  const [speed, setSpeed] = createSignal(1)
  const [problem, setProblem] = createSignal('')
  const [files, setFiles] = createSignal<PastView['files']>([])
  const [session, setSession] = createStore<OpenSession>({ ...openingSession(sessionId), phase: 'ready' })
  /** The input whose state is shown. */
  const [shown, setShown] = createSignal<number | null>(null)
  let gone = false
  let timer: ReturnType<typeof setTimeout> | undefined
  const trouble = (error: unknown): void => void setProblem(messageOf(error))
  const seqAt = (at: number): number | undefined => entries()[at]?.seq
  const atEnd = (): boolean => place() >= entries().length - 1

  const putRows = ({ view }: PastView): void => {
    // keyed by id, as in a live session: tool calls keep their elements
    for (const row of view.messages) setSession('rows', row.n, reconcile(row, { key: 'id' }))
  }
  const put = (past: PastView): void =>
    batch(() => {
      const { head, config, plan = null, queue, messages } = past.view
      const first = messages[0]?.n ?? 0
      // at that time they may have been different
      setSession(
        produce((draft) => {
          for (const n of Object.keys(draft.rows).map(Number)) if (n < first || n >= head.count) delete draft.rows[n]
        }),
      )
      setSession('view', reconcile({ head, config, plan, queue }, { key: 'id' }))
      putRows(past)
      setFiles(past.files)
    })
  const placeOf = (wanted: number): number => entries().findIndex(({ seq }) => seq === wanted)
  /** One at a time: during a drag only the places that there is time for are shown. */
  let showing = false
  const show = async (): Promise<void> => {
    if (showing) return
    showing = true
    try {
      for (;;) {
        const seq = seqAt(place())
        if (gone || seq === undefined || shown() === seq) return
        const past = await ask.past(seq, null)
        if (gone) return
        put(past)
        setShown(seq)
        setProblem('')
      }
    } catch (error) {
      trouble(error)
      setPlaying(false)
    } finally {
      showing = false
    }
  }
  /** The first view does not wait for the list of all inputs, which takes a while for a long session. */
  const showFirst = async (): Promise<void> => {
    const past = await ask.past(begin.seq ?? Number.MAX_SAFE_INTEGER, null)
    if (gone || entries().length > 0) return
    put(past)
    setShown(past.view.head.seq)
  }
  const look = async (): Promise<void> => {
    try {
      const { entries: more } = await ask.journal(entries().at(-1)?.seq ?? 0)
      if (gone) return
      const [first, ended] = [entries().length === 0, atEnd()]
      if (more.length > 0) setEntries([...entries(), ...more])
      if (first && begin.seq !== null) setPlace(Math.max(0, placeOf(begin.seq)))
      // at the end of the journal, new inputs are followed
      else if (ended && !playing()) setPlace(Math.max(0, entries().length - 1))
      await show()
    } catch (error) {
      trouble(error)
    }
    if (!gone) timer = setTimeout(() => void look(), LOOK_AGAIN)
  }
  // playing from the beginning shows nothing yet; a failure here also fails the list, which reports it
  if (!begin.playing) showFirst().catch(() => {})
  void look()
  onCleanup(() => {
    gone = true
    clearTimeout(timer)
    void ask.end().catch((error: unknown) => console.error(error))
  })

  const go = (to: number | null): void => {
    if (to === null) return leave()
    setPlace(Math.min(Math.max(0, to), Math.max(0, entries().length - 1)))
    void show()
  }
  /**
   * Asks again if another point is shown when the answer comes: the row that asked is still there, and does not ask a
   * second time.
   */
  const loadRowsAround = (n: number): void => {
    const seq = shown()
    if (seq === null || session.rows[n] || n >= (session.view?.head.count ?? 0)) return
    ask
      .past(seq, Math.max(0, n - 10))
      .then((past) => {
        if (gone) return
        if (shown() === seq) putRows(past)
        else loadRowsAround(n)
      })
      .catch(trouble)
  }
  createEffect(() => {
    const [now, next] = [entries()[place()], entries()[place() + 1]]
    if (!playing() || entries().length === 0 || shown() !== seqAt(place())) return
    if (now === undefined || next === undefined) return void setPlaying(false)
    const steps = speed() === 0 ? stepsAtOnce(entries().length) : 1
    const step = setTimeout(() => go(place() + steps), waitBefore(now, next, speed()))
    onCleanup(() => clearTimeout(step))
  })
  return {
    ...{ entries, atEnd, go, session, files, playing, speed, setSpeed, problem, shown },
    /** Place in the journal; null: its end. */
    place: (): number | null => (atEnd() ? null : place()),
    play: (on: boolean): void => {
      if (on && atEnd()) setPlace(0)
      setPlaying(on)
      if (on) void show()
    },
    /** Rows near `n` as they were then. */
    loadRowsAround,
  }
}
