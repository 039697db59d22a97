import './status-line.css'
import { createEffect, createMemo, createSignal, type JSX, onCleanup } from 'solid-js'
import { isBusyStatus, status } from '../../../agent/status.ts'
import { useApp } from '../../base/state/app-context.ts'
import { isWriting, type OpenSession } from '../../base/state/ui-state.ts'
import { t } from '../../base/words/t.ts'
import { statusText } from './status-text.ts'

/** The state of the run in the words of `status-text.ts`. It is not read aloud: `Announcements` is. */
export function StatusLine(props: { session: OpenSession }): JSX.Element {
  const { state } = useApp()
  const [clock, setClock] = createSignal(Date.now())
  const head = () => props.session.view?.head
  const current = createMemo(() => {
    const now = head()
    return now && status(now)
  })
  const counting = () => current()?.type === 'retrying'
  createEffect(() => {
    setClock(Date.now())
    if (!counting()) return
    const timer = setInterval(() => setClock(Date.now()), 500)
    onCleanup(() => clearInterval(timer))
  })
  const writing = createMemo(() => isWriting(props.session))
  const words = createMemo(() => {
    const now = head()
    if (!now) return ''
    const { activity } = props.session
    return statusText({ head: now, activity, writing: writing(), notRunning: state.notRunning, now: clock() })
  })
  const tone = createMemo(() => {
    const now = current()
    if (!now) return 'quiet'
    if (props.session.activity?.fault || now.type === 'failed') return 'bad'
    if (now.type === 'waiting-for-you' || now.type === 'paused') return 'you'
    return isBusyStatus(now) && !state.notRunning ? 'busy' : 'quiet'
  })
  return (
    <div
      role="status"
      aria-label={t('Status')}
      aria-live="off"
      class="status-line"
      // rest needs no mark for the eye; a screen reader can still look it up
      classList={{ unseen: words() === t('Idle') }}
      data-tone={tone()}
      title={words()}
    >
      {words()}
    </div>
  )
}
