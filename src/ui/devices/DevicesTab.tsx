import './devices.css'
import { createEffect, createResource, createSignal, type JSX, Match, on, onCleanup, Switch } from 'solid-js'
import { useApp } from '../state/app-context.ts'
import { useDevices } from '../state/devices.ts'
import { messageOf } from '../state/message-of.ts'
import { t } from '../words/t.ts'
import { ConnectByCode } from './ConnectByCode.tsx'
import { ConnectedStorage } from './ConnectedStorage.tsx'
import { ConnectStorage } from './ConnectStorage.tsx'

/** In ms. */
const LOOK_EVERY = 5000

/** The storage through which the person's devices come together. */
export default function DevicesTab(): JSX.Element {
  const [view, { mutate, refetch }] = createResource(useDevices().view)
  const { state } = useApp()
  // those of other devices come and go while a person looks
  createEffect(
    on(
      () => state.providers,
      () => void refetch(),
      { defer: true },
    ),
  )
  // what is the state of the storage now
  const timer = setInterval(() => void (view.latest?.storage && refetch()), LOOK_EVERY)
  onCleanup(() => clearInterval(timer))
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
          'A session is shared from its next step on. Another device shows it while it goes on here, and can take it over in the middle of a run. Providers and their keys stay on their device, unless you say otherwise.',
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
          {(storage) => (
            <ConnectedStorage
              view={view.latest ?? { storage: null, engines: [] }}
              storage={storage()}
              fresh={fresh()}
              onChange={mutate}
            />
          )}
        </Match>
        <Match when={view.latest}>
          {(devices) => (
            <>
              <ConnectStorage engines={devices().engines} onConnect={() => connected(true)} />
              <ConnectByCode name={devices().name ?? ''} onConnect={() => connected(false)} />
            </>
          )}
        </Match>
      </Switch>
    </>
  )
}
