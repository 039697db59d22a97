import { createSignal, type JSX, Show } from 'solid-js'
import { t } from '../words/t.ts'
import { notificationState } from './notification.ts'

const WORDS = {
  granted: 'The agent can notify you while you are elsewhere.',
  denied: 'Notifications are blocked in this browser. Allow them in its site settings.',
  default: 'Get notified when the agent needs you while you are elsewhere.',
  missing: 'This browser has no notifications. They are shown in the page instead.',
} as const

/** Asking is the browser's, on the person's click. */
export function NotificationSetting(): JSX.Element {
  const [permission, setPermission] = createSignal(notificationState())
  return (
    <fieldset class="choices">
      <legend>{t('Notifications')}</legend>
      <p class="hint">{t(WORDS[permission()])}</p>
      <Show when={permission() === 'default'}>
        <button
          type="button"
          class="button"
          onClick={() => void Notification.requestPermission().then(setPermission, () => setPermission('denied'))}
        >
          {t('Allow notifications')}
        </button>
      </Show>
    </fieldset>
  )
}
