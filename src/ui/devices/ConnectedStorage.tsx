import { createSignal, type JSX, Show } from 'solid-js'
import type { DevicesView, StorageTest } from '../../protocol/devices.ts'
import { useApp } from '../state/app-context.ts'
import { createWork } from '../state/create-work.ts'
import { useDevices } from '../state/devices.ts'
import { messageOf } from '../state/message-of.ts'
import { RecoveryCode } from './RecoveryCode.tsx'
import { TestOutcome } from './TestOutcome.tsx'

/** The storage that is connected. `fresh`: only just, so its recovery code is shown at once. */
export function ConnectedStorage(props: {
  storage: NonNullable<DevicesView['storage']>
  fresh: boolean
  onChange: (view: DevicesView) => void
}): JSX.Element {
  const devices = useDevices()
  const { actions } = useApp()
  const work = createWork<StorageTest>()
  const [sure, setSure] = createSignal(false)
  const act = async (change: () => Promise<DevicesView>): Promise<void> => {
    try {
      props.onChange(await change())
    } catch (error) {
      actions.notify(messageOf(error))
    }
  }
  return (
    <>
      <section class="service" aria-label="Connected storage">
        <h3>{props.storage.engineName}</h3>
        <dl class="facts">
          <dt>Where</dt>
          <dd class="storage-url">{props.storage.url}</dd>
          <dt>Connected</dt>
          <dd>{new Date(props.storage.connectedAt).toLocaleString()}</dd>
          <dt>State</dt>
          <dd>{props.storage.paused ? 'Paused: nothing is sent or fetched' : props.storage.tested.message}</dd>
        </dl>
        <Show when={!props.storage.hasSecrets}>
          <p class="field-error" role="alert">
            Its keys cannot be read on this device any more. Forget it here, and connect again by the recovery code.
          </p>
        </Show>
        <div class="service-foot">
          <TestOutcome work={work} />
          <button
            type="button"
            class="button"
            disabled={work.busy() || !props.storage.hasSecrets}
            onClick={() =>
              void work.run(() => devices.test(props.storage.engine, { ...props.storage.fields }), 'Testing…')
            }
          >
            Test
          </button>
          <button type="button" class="button" onClick={() => void act(() => devices.pause(!props.storage.paused))}>
            {props.storage.paused ? 'Go on' : 'Pause'}
          </button>
          <button
            type="button"
            class="button ghost"
            onClick={() => (sure() ? void act(devices.forget) : setSure(true))}
          >
            {sure() ? 'Forget it here? Press again' : 'Forget this storage here'}
          </button>
        </div>
        <p class="hint">
          Forgetting it removes its address, credentials and key from this browser. What lies in the storage stays
          there, and only the recovery code opens it again.
        </p>
      </section>
      <Show when={props.storage.hasSecrets}>
        <RecoveryCode shown={props.fresh} />
      </Show>
    </>
  )
}
