import './status-line.css'
import { createEffect, createMemo, createSignal, type JSX, onCleanup } from 'solid-js'
import { isBusyStatus, status } from '../../agent/status.ts'
import { useApp } from '../state/app-context.ts'
import { isWriting, type OpenSession } from '../state/ui-state.ts'
import { t } from '../words/t.ts'
import { statusText, ticks } from './status-text.ts'

/** The state of the run in the words of `status-text.ts`; a countdown is not read aloud each second. */
export function StatusLine(props: { session: OpenSession }): JSX.Element {
  const { state } = useApp()
  const [now, setNow] = createSignal(Date.now())
  const head = () => props.session.view?.head
  const counting = createMemo(() => {
    const current = head()
    return current !== undefined && ticks(current)
  })
  createEffect(() => {
    setNow(Date.now())
    if (!counting()) return
    const timer = setInterval(() => setNow(Date.now()), 500)
    onCleanup(() => clearInterval(timer))
  })
  const writing = createMemo(() => isWriting(props.session))
  const words = createMemo(() => {
    const current = head()
    if (!current) return ''
    const { activity } = props.session
    return statusText({ head: current, activity, writing: writing(), notRunning: state.notRunning, now: now() })
  })
  const tone = createMemo(() => {
    const current = head()
    if (!current) return 'quiet'
    if (props.session.activity?.fault) return 'bad'
    const { type } = status(current)
    if (type === 'failed') return 'bad'
    if (type === 'waiting-for-you' || type === 'paused') return 'you'
    return isBusyStatus({ type } as ReturnType<typeof status>) && !state.notRunning ? 'busy' : 'quiet'
  })
  return (
    <div
      role="status"
      aria-label={t('Status')}
      aria-live={counting() ? 'off' : 'polite'}
      class="status-line"
      data-tone={tone()}
      title={words()}
    >
      {words()}
    </div>
  )
}
