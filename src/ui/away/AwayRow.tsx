import './away.css'
import { createEffect, createSignal, type JSX, on, onCleanup, Show } from 'solid-js'
import X from '~icons/lucide/x'
import type { AwayView } from '../../protocol/away.ts'
import { IconButton } from '../kit/IconButton.tsx'
import { useAway } from '../state/away.ts'
import type { OpenSession } from '../state/ui-state.ts'
import { gap, sentences } from '../words/sentences.ts'
import { t } from '../words/t.ts'
import { awayFor, awayWords, LONG } from './away-words.ts'
import { type Looked, lastLooked, saveLooked } from './looked.ts'

/** What broke off is begun again a moment after one has come back: it is looked a second time then, in ms. */
const LOOK_AGAIN = 4000
/** How late what one has seen may be kept, in ms. */
const KEEP = 2000

/**
 * What went on since this browser's person last looked at the session: one row at its end, which is no part of it. It goes with the next thing
 * they say. It also keeps up to where they have looked.
 */
export default function AwayRow(props: { session: OpenSession }): JSX.Element {
  const askAway = useAway()
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
      setView(await askAway(id, now.last.seq, now.back))
    } catch (error) {
      // a report of what is on disk anyway: what is wrong with it is told where it is shown
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

/** Keeps what has been seen, as long as the page is in sight; `comeBack` is called when it is seen again after a while. */
function keepLooked(id: string, seq: () => number | undefined, comeBack: () => void): void {
  let hiddenAt: number | null = document.visibilityState === 'visible' ? null : Date.now()
  // kept here: when this row is taken away, the session that it was about is gone from the store
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
