import './install-hint.css'
import { createSignal, type JSX, Show } from 'solid-js'
import { keepHere } from '../../base/kit/keep-here.ts'
import { useApp } from '../../base/state/app-context.ts'
import { t } from '../../base/words/t.ts'
import { InstallButton } from './InstallButton.tsx'
import { installOffer } from './install-offer.ts'
import { WAYS, wayHere } from './install-way.ts'

const ANSWERED = 'reflexor:install-answered'
/** A person with this many sessions knows what the app is for. */
const SESSIONS = 3

/** Offers once, on the start page, to install the app. "Not now" is permanent; the settings still offer it. */
export function InstallHint(): JSX.Element {
  const { state } = useApp()
  const [answered, setAnswered] = createSignal(localStorage.getItem(ANSWERED) !== null)
  const answer = (): void => {
    keepHere(ANSWERED, '1')
    setAnswered(true)
    // the buttons disappear with the answer
    document.querySelector<HTMLElement>('.composer-box textarea')?.focus()
  }
  const words = () => {
    const used = state.sessions?.filter(({ deletedAt, untouched }) => deletedAt === null && !untouched) ?? []
    const way = wayHere(installOffer() !== null)
    return !answered() && used.length >= SESSIONS && (way === 'button' || way === 'share') ? WAYS[way] : null
  }
  return (
    <Show when={words()}>
      {(told) => (
        <section class="install-hint" aria-labelledby="install-hint">
          <div>
            <h2 id="install-hint">{t('Install as an app')}</h2>
            <p class="hint">{t(told())}</p>
          </div>
          <div class="row">
            <button type="button" class="button ghost" onClick={answer}>
              {t('Not now')}
            </button>
            <Show when={installOffer()}>{(offer) => <InstallButton offer={offer()} onDone={answer} />}</Show>
          </div>
        </section>
      )}
    </Show>
  )
}
