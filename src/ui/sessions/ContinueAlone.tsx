import { createSignal, type JSX } from 'solid-js'
import type { SessionItem } from '../../protocol/common.ts'
import { useApp } from '../base/state/app-context.ts'
import { t } from '../base/words/t.ts'

/** Stops sharing the session: nothing of it is sent, and it continues on this device. A run in progress continues. */
export function ContinueAlone(props: { item: SessionItem }): JSX.Element {
  const { actions, state } = useApp()
  const [asked, setAsked] = createSignal<string | null>(null)
  const waiting = () => state.unacknowledged[asked() ?? ''] === true
  const press = (): void => {
    const { id: sessionId, busy } = props.item
    const { command } = actions.outgoing
    setAsked(
      command(busy ? { kind: 'detach-session', sessionId } : { kind: 'share-session', sessionId, shared: false }),
    )
  }
  return (
    <button
      type="button"
      class="button"
      title={t('This session is no longer sent. Your other devices keep what they have.')}
      disabled={waiting()}
      onClick={press}
    >
      {t('Continue on this device only')}
    </button>
  )
}
