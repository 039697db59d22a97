import { createSignal, type JSX, onCleanup } from 'solid-js'
import type { SessionItem } from '../../protocol/common.ts'
import { useApp } from '../base/state/app-context.ts'
import { t } from '../base/words/t.ts'
import { placeWords } from './place-words.ts'

/** Another device of this person has the session: shows what happens there, and lets the person continue it here. */
export function ElsewhereBanner(props: {
  sessionId: string
  place: NonNullable<SessionItem['elsewhere']>
}): JSX.Element {
  const { actions, state } = useApp()
  const [now, setNow] = createSignal(Date.now())
  const timer = setInterval(() => setNow(Date.now()), 1000)
  onCleanup(() => clearInterval(timer))
  const [asked, setAsked] = createSignal<string | null>(null)
  const waiting = () => state.unacknowledged[asked() ?? ''] === true
  return (
    <section class="banner elsewhere" aria-label={t('On another device')}>
      <span>{placeWords(props.place, now())}</span>
      <button
        type="button"
        class="button"
        disabled={waiting()}
        onClick={() => setAsked(actions.outgoing.command({ kind: 'take-session', sessionId: props.sessionId }))}
      >
        {waiting() ? t('Taking over…') : t('Continue here')}
      </button>
    </section>
  )
}
