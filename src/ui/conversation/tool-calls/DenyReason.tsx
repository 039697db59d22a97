import type { JSX } from 'solid-js'
import { t } from '../../base/words/t.ts'

/** Why the person denies a call, for the model. */
export function DenyReason(props: { reason: string; onReason: (reason: string) => void }): JSX.Element {
  return (
    <input
      class="input deny-reason"
      aria-label={t('Reason')}
      placeholder={t('Reason for denying (optional)')}
      maxlength={2000}
      value={props.reason}
      onInput={(event) => props.onReason(event.currentTarget.value)}
    />
  )
}
