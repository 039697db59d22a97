import './place-banner.css'
import { type JSX, onCleanup, Show } from 'solid-js'
import { useApp } from '../base/state/app-context.ts'
import { usePrivate } from '../base/state/private.ts'
import { t } from '../base/words/t.ts'

/** Says of a private session where it is, and ends it. The browser asks before the tab is closed over it. */
export default function PrivateBanner(props: { sessionId: string }): JSX.Element {
  const { state } = useApp()
  const { end } = usePrivate()
  const hasWords = () => (state.open?.view?.head.count ?? 0) > 0
  const ask = (event: BeforeUnloadEvent): void => {
    if (hasWords()) event.preventDefault()
  }
  window.addEventListener('beforeunload', ask)
  onCleanup(() => window.removeEventListener('beforeunload', ask))
  return (
    <section class="banner elsewhere" aria-label={t('Private session')}>
      <span>
        {t('Only in this tab’s memory: nothing is saved. It ends when this tab closes or reloads.')}
        <Show when={!hasWords()}>
          {' '}
          {t('Your model provider still receives what you send. What it costs counts in Usage.')}
        </Show>
      </span>
      <button type="button" class="button" onClick={() => void end(props.sessionId)}>
        {t('End')}
      </button>
    </section>
  )
}
