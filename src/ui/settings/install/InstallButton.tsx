import type { JSX } from 'solid-js'
import { useApp } from '../../base/state/app-context.ts'
import { messageOf } from '../../base/state/message-of.ts'
import { t } from '../../base/words/t.ts'
import { forgetOffer, type InstallOffer } from './install-offer.ts'

/** Opens the browser’s install prompt. `onDone`: the person answered it, yes or no. */
export function InstallButton(props: { offer: InstallOffer; onDone?: () => void }): JSX.Element {
  const { actions } = useApp()
  const install = async (): Promise<void> => {
    try {
      const { outcome } = await props.offer.prompt()
      if (outcome === 'accepted') actions.notify(t('Reflexor is being installed.'))
    } catch (error) {
      actions.notify(messageOf(error))
    }
    props.onDone?.()
    forgetOffer()
  }
  return (
    <button type="button" class="button" onClick={() => void install()}>
      {t('Install')}
    </button>
  )
}
