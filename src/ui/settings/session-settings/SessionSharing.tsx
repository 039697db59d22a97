import { createResource, createSignal, type JSX, Show } from 'solid-js'
import { useApp } from '../../base/state/app-context.ts'
import { useAsk } from '../../base/state/ask.ts'
import { t } from '../../base/words/t.ts'

/** Whether the person’s devices share this session. Hidden while no storage is connected. */
export function SessionSharing(props: { sessionId: string }): JSX.Element {
  const { actions, state } = useApp()
  const ask = useAsk()
  const [asked, setAsked] = createSignal<{ id: string; shared: boolean } | null>(null)
  const isAsking = () => state.unacknowledged[asked()?.id ?? ''] === true
  // read again after each decision
  const [sharing] = createResource(
    () => [props.sessionId, isAsking()] as const,
    ([id]) => ask({ kind: 'session-sharing', sessionId: id }).catch(() => 'none' as const),
  )
  const now = () => sharing.latest ?? 'none'
  const isShared = () => {
    const last = asked()
    // until it is read again, so that it does not jump back for a moment
    if (last !== null && (isAsking() || sharing.loading)) return last.shared
    return now() === 'shared' || now() === 'elsewhere'
  }
  const choose = (shared: boolean): void => {
    const id = actions.outgoing.command({ kind: 'share-session', sessionId: props.sessionId, shared })
    setAsked(id === null ? null : { id, shared })
  }
  const hint = () => {
    if (now() === 'older')
      return t(
        'It was started in an older version of Reflexor, so it stays on this device. Use “Move to another device” in its menu to take it along as a file.',
      )
    if (now() === 'elsewhere') return t('Another device is using it. Continue it here to change this.')
    return isShared()
      ? t('Your other devices show it and can continue it.')
      : t('It stays on this device. What your other devices already have stays there.')
  }
  return (
    <Show when={now() !== 'none'}>
      <h3>{t('Your devices')}</h3>
      <label class="check">
        <input
          type="checkbox"
          checked={isShared()}
          disabled={isAsking() || now() === 'older' || now() === 'elsewhere'}
          onChange={(event) => {
            choose(event.currentTarget.checked)
            event.currentTarget.checked = isShared()
          }}
        />
        <span>{t('Share with your devices')}</span>
      </label>
      <p class="hint">{hint()}</p>
    </Show>
  )
}
