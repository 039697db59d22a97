import './devices.css'
import { createResource, createSignal, type JSX, Match, Switch } from 'solid-js'
import { useDevices } from '../state/devices.ts'
import { messageOf } from '../state/message-of.ts'
import { t } from '../words/t.ts'
import { ConnectByCode } from './ConnectByCode.tsx'
import { ConnectedStorage } from './ConnectedStorage.tsx'
import { ConnectStorage } from './ConnectStorage.tsx'

/** The storage through which the person's devices come together. */
export default function DevicesTab(): JSX.Element {
  const [view, { mutate, refetch }] = createResource(useDevices().view)
  /** Just now, so that its recovery code is shown without being asked for. */
  const [fresh, setFresh] = createSignal(false)
  const connected = (isNew: boolean): void => {
    setFresh(isNew)
    void refetch()
  }
  return (
    <>
      <p>
        {t(
          'Two devices meet in a storage that you run or rent: there is no server of ours. All that goes there is encrypted on this device first; the storage sees how much and when, and nothing of what.',
        )}
      </p>
      <p class="hint">
        {t(
          'A session is shared from its next step on. Another device shows it while it goes on here, and can take it over in the middle of a run. Keys of providers stay on their device.',
        )}
      </p>
      <Switch fallback={<p class="hint">{t('Looking…')}</p>}>
        <Match when={view.error}>
          {(error) => (
            <p class="field-error" role="alert">
              {messageOf(error())}
            </p>
          )}
        </Match>
        <Match when={view.latest?.storage}>
          {(storage) => <ConnectedStorage storage={storage()} fresh={fresh()} onChange={mutate} />}
        </Match>
        <Match when={view.latest}>
          {(devices) => (
            <>
              <ConnectStorage engines={devices().engines} onConnect={() => connected(true)} />
              <ConnectByCode onConnect={() => connected(false)} />
            </>
          )}
        </Match>
      </Switch>
    </>
  )
}
