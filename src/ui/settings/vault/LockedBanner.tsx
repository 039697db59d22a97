import type { JSX } from 'solid-js'
import { t } from '../../base/words/t.ts'
import { UnlockForm } from './UnlockForm.tsx'

/** The run waits for the keys, and continues by itself after they are unlocked here or in another tab. */
export default function LockedBanner(): JSX.Element {
  return (
    <section class="banner" aria-label={t('Locked')}>
      <span>{t('Your API keys are locked. The run continues when you unlock them.')}</span>
      <UnlockForm />
    </section>
  )
}
