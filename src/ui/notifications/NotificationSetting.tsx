import { createSignal, type JSX, Show } from 'solid-js'
import { t } from '../words/t.ts'
import { notificationState } from './notification.ts'

const WORDS = {
  granted: 'The agent can reach you while you look elsewhere.',
  denied: 'This browser was told not to. Its site settings can change that.',
  default: 'While you look elsewhere, the agent can tell you that it needs you.',
  missing: 'This browser has no notifications; they are shown in the page.',
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
