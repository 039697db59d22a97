import './devices.css'
import { createEffect, createResource, createSignal, type JSX, Match, on, onCleanup, Switch } from 'solid-js'
import { useApp } from '../../base/state/app-context.ts'
import { useAsk } from '../../base/state/ask.ts'
import { messageOf } from '../../base/state/message-of.ts'
import { t } from '../../base/words/t.ts'
import { ConnectByCode } from './ConnectByCode.tsx'
import { ConnectedStorage } from './ConnectedStorage.tsx'
import { ConnectStorage } from './ConnectStorage.tsx'

/** In ms. */
const LOOK_EVERY = 5000

/** The storage that connects the person’s devices. */
export default function DevicesTab(): JSX.Element {
  const ask = useAsk()
  const [view, { mutate, refetch }] = createResource(() => ask({ kind: 'get-devices' }))
  const { state } = useApp()
  // other devices may appear and disappear while the tab is open
  createEffect(
    on(
      () => state.providers,
      () => void refetch(),
      { defer: true },
    ),
  )
  // the current state of the storage
  const timer = setInterval(() => void (view.latest?.storage && refetch()), LOOK_EVERY)
  onCleanup(() => clearInterval(timer))
  /** Connected just now, so that its recovery code is shown unasked. */
  const [fresh, setFresh] = createSignal(false)
  const connected = (isNew: boolean): void => {
    setFresh(isNew)
    void refetch()
  }
  return (
    <>
      <p>
        {t(
          'Your devices sync through a storage that you run or rent. There is no Reflexor server. Everything is encrypted on this device first. The storage sees how much is sent and when, never the content.',
        )}
      </p>
      <p class="hint">
        {t(
          'Sharing starts with a session’s next step. Other devices can watch it run and take it over in the middle of a run. Providers and keys stay on each device unless you choose otherwise.',
        )}
      </p>
      <Switch fallback={<p class="hint">{t('Checking…')}</p>}>
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
              <ConnectByCode name={devices().name ?? ''} onConnect={() => connected(false)} />
              <ConnectStorage engines={devices().engines} onConnect={() => connected(true)} />
            </>
          )}
        </Match>
      </Switch>
    </>
  )
}
