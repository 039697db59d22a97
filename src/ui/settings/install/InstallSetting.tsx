import { type JSX, Show } from 'solid-js'
import { t } from '../../base/words/t.ts'
import { InstallButton } from './InstallButton.tsx'
import { installOffer } from './install-offer.ts'
import { WAYS, wayHere } from './install-way.ts'

/** How to install the app: with a button if the browser lets a page ask, otherwise through the browser’s menu. */
export function InstallSetting(): JSX.Element {
  const words = () => {
    const way = wayHere(installOffer() !== null)
    return way === 'none' ? null : WAYS[way]
  }
  return (
    <Show when={words()}>
      {(told) => (
        <fieldset class="choices">
          <legend>{t('Install as an app')}</legend>
          <p class="hint">{t(told())}</p>
          <Show when={installOffer()}>{(offer) => <InstallButton offer={offer()} />}</Show>
        </fieldset>
      )}
    </Show>
  )
}
