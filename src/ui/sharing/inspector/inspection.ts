import { createSignal, onCleanup } from 'solid-js'
import type { JournalEntry, JournalView, VersionView } from '../../../protocol/inspect.ts'
import { useInspect } from '../../base/state/inspect.ts'
import { messageOf } from '../../base/state/message-of.ts'

/** In ms, between reads of the machine’s state. */
const LOOK_AGAIN = 1000

/** A session in the inspector: its growing journal, and the chosen version. Disposed with its owner. */
export function createInspection(sessionId: string) {
  const ask = useInspect(sessionId)
  const [entries, setEntries] = createSignal<readonly JournalEntry[]>([])
  const [now, setNow] = createSignal<Omit<JournalView, 'entries'> | null>(null)
  /** Place in the journal; null: now. */
  const [place, setPlace] = createSignal<number | null>(null)
  const [version, setVersion] = createSignal<VersionView | null>(null)
  const [problem, setProblem] = createSignal('')
  let gone = false
  let timer: ReturnType<typeof setTimeout> | undefined
  const trouble = (error: unknown): void => void setProblem(messageOf(error))

  const look = async (): Promise<void> => {
    try {
      const { entries: more, ...view } = await ask.journal(entries().at(-1)?.seq ?? 0)
      if (gone) return
      if (more.length > 0) setEntries([...entries(), ...more])
      setNow(view)
      setProblem('')
      await show()
    } catch (error) {
      trouble(error)
    }
    if (!gone) timer = setTimeout(() => void look(), LOOK_AGAIN)
  }
  /** One at a time: during a drag only the places that there is time for are shown. */
  let showing = false
  const show = async (): Promise<void> => {
    if (showing) return
    showing = true
    try {
      for (;;) {
        const seq = entries()[place() ?? entries().length - 1]?.seq
        if (gone || seq === undefined || version()?.seq === seq) return
        const shown = await ask.version(seq)
        // a row that an input did not change keeps its earlier stamp
        setVersion({ ...shown, seq })
      }
    } catch (error) {
      trouble(error)
    } finally {
      showing = false
    }
  }
  void look()
  onCleanup(() => {
    gone = true
    clearTimeout(timer)
    void ask.end().catch((error: unknown) => console.error(error))
  })
  return {
    ...{ entries, now, place, version, problem },
    /** Shows the state after the input at a place; null: the current state. */
    go: (to: number | null): void => {
      setPlace(to === null || to >= entries().length - 1 ? null : Math.max(0, to))
      void show()
    },
    input: ask.input,
    report: ask.report,
    wire: ask.wire,
    recordWire: ask.recordWire,
    forgetWire: ask.forgetWire,
  }
}

export type Inspection = ReturnType<typeof createInspection>
