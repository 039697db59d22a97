import './away.css'
import { createEffect, createSignal, type JSX, on, onCleanup, Show } from 'solid-js'
import X from '~icons/lucide/x'
import type { AwayView } from '../../../protocol/away.ts'
import { IconButton } from '../../base/kit/IconButton.tsx'
import { useAsk } from '../../base/state/ask.ts'
import type { OpenSession } from '../../base/state/ui-state.ts'
import { gap, sentences } from '../../base/words/sentences.ts'
import { t } from '../../base/words/t.ts'
import { awayFor, awayWords, LONG } from './away-words.ts'
import { type Looked, lastLooked, saveLooked } from './looked.ts'

/**
 * Interrupted work restarts a moment after the person comes back, so the report is asked for again after this time, in
 * ms.
 */
const LOOK_AGAIN = 4000
/** Longest delay before what the person has seen is saved, in ms. */
const KEEP = 2000

/**
 * Row at the end of the session, but not part of it: what happened since the person last looked at the session in this
 * browser. It disappears with their next message. It also saves how far they have looked.
 */
export default function AwayRow(props: { session: OpenSession }): JSX.Element {
  const ask = useAsk()
  const { id } = props.session
  const [away, setAway] = createSignal<{ last: Looked; back: number } | null>(null)
  const [view, setView] = createSignal<AwayView | null>(null)
  let again: ReturnType<typeof setTimeout> | undefined
  const head = () => props.session.view?.head
  const ms = () => (away()?.back ?? 0) - (away()?.last.at ?? 0)
  const words = () => {
    const [report, now] = [view(), head()]
    return report === null || now === undefined ? [] : awayWords(report, now, ms())
  }
  const look = async (): Promise<void> => {
    const now = away()
    if (now === null || (head()?.seq ?? 0) <= now.last.seq) return
    try {
      setView(await ask({ kind: 'away', sessionId: id, after: now.last.seq, until: now.back }))
    } catch (error) {
      // only a report of what is on disk: an error there is shown in its own place
      console.error(error)
    }
  }
  const comeBack = (): void => {
    const last = lastLooked(id)
    clearTimeout(again)
    setView(null)
    setAway(last === null ? null : { last, back: Date.now() })
    void look()
    again = setTimeout(() => void look(), LOOK_AGAIN)
  }
  comeBack()
  createEffect(
    on(
      () => head()?.lastUserSeq,
      () => {
        clearTimeout(again)
        setView(null)
      },
      { defer: true },
    ),
  )
  keepLooked(id, () => (props.session.id === id ? head()?.seq : undefined), comeBack)
  onCleanup(() => clearTimeout(again))
  return (
    <Show when={words().length > 0}>
      <div role="note" aria-label={t('While you were away')} class="away">
        <p>
          <strong>{t('Away for {time}.', { time: awayFor(ms()) })}</strong>
          {gap()}
          {sentences(words())}
        </p>
        <IconButton label={t('Dismiss')} onClick={() => setView(null)}>
          <X size={14} />
        </IconButton>
      </div>
    </Show>
  )
}

/**
 * Saves how far the person has seen, while the page is visible; `comeBack` is called when it becomes visible again
 * after a while.
 */
function keepLooked(id: string, seq: () => number | undefined, comeBack: () => void): void {
  let hiddenAt: number | null = document.visibilityState === 'visible' ? null : Date.now()
  // kept here: when this row is removed, its session is no longer in the store
  let seen: number | undefined
  createEffect(() => {
    seen = seq() ?? seen
  })
  const save = (): void => {
    if (seen !== undefined) saveLooked(id, { seq: seen, at: Date.now() })
  }
  const keep = (): void => {
    if (document.visibilityState === 'visible') save()
  }
  const changed = (): void => {
    if (document.visibilityState === 'hidden') {
      hiddenAt = Date.now()
      return save()
    }
    if (hiddenAt !== null && Date.now() - hiddenAt >= LONG) comeBack()
    hiddenAt = null
  }
  const timer = setInterval(keep, KEEP)
  const ended = new AbortController()
  window.addEventListener('pagehide', keep, { signal: ended.signal })
  document.addEventListener('visibilitychange', changed, { signal: ended.signal })
  onCleanup(() => {
    clearInterval(timer)
    ended.abort()
    keep()
  })
}
