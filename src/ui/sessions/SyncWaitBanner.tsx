import { createSignal, type JSX } from 'solid-js'
import { useApp } from '../base/state/app-context.ts'
import { t } from '../base/words/t.ts'

/** The run waits for the sync storage, which is unreachable: the person may continue without it. */
export function SyncWaitBanner(props: { sessionId: string }): JSX.Element {
  const { actions, state } = useApp()
  const [asked, setAsked] = createSignal<string | null>(null)
  const waiting = () => state.unacknowledged[asked() ?? ''] === true
  return (
    <section class="banner elsewhere" aria-label={t('Waiting for sync storage')}>
      <span>
        {t(
          'The run is waiting for your sync storage: the next action must not happen twice, or your other devices are too far behind.',
        )}
      </span>
      <button
        type="button"
        class="button"
        title={t(
          'What only this device has continues here as a session that is not shared. Your other devices keep what they have.',
        )}
        disabled={waiting()}
        onClick={() => setAsked(actions.outgoing.command({ kind: 'detach-session', sessionId: props.sessionId }))}
      >
        {t('Continue without sync')}
      </button>
    </section>
  )
}
