import { createSignal, type JSX, Show } from 'solid-js'
import type { DevicesView, StorageTest } from '../../../protocol/devices.ts'
import { useApp } from '../../base/state/app-context.ts'
import { useAsk } from '../../base/state/ask.ts'
import { createWork } from '../../base/state/create-work.ts'
import { messageOf } from '../../base/state/message-of.ts'
import { locale } from '../../base/words/language.ts'
import { said } from '../../base/words/said.ts'
import { t } from '../../base/words/t.ts'
import { engineName, stepWords } from './engine-words.ts'
import { KnownDevices } from './KnownDevices.tsx'
import { RecoveryCode } from './RecoveryCode.tsx'
import { requestWords } from './request-words.ts'
import { StoredThere } from './StoredThere.tsx'
import { TestOutcome } from './TestOutcome.tsx'
import { WhatIsShared } from './WhatIsShared.tsx'

/** The connected storage. `fresh`: connected just now, so its recovery code is shown at once. */
export function ConnectedStorage(props: {
  view: DevicesView
  storage: NonNullable<DevicesView['storage']>
  fresh: boolean
  onChange: (view: DevicesView) => void
}): JSX.Element {
  const ask = useAsk()
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
      <section class="service" aria-label={t('Connected storage')}>
        <h3>{engineName(props.storage.engine)}</h3>
        <dl class="facts">
          <dt>{t('Where')}</dt>
          <dd class="storage-url">{props.storage.url}</dd>
          <dt>{t('Connected')}</dt>
          <dd>{new Date(props.storage.connectedAt).toLocaleString(locale())}</dd>
          <dt>{t('State')}</dt>
          <dd>{stateWords(props.view, props.storage)}</dd>
          <Show when={props.view.requests}>
            {(requests) => (
              <>
                <dt>{t('Requests')}</dt>
                <dd>{requestWords(requests())}</dd>
              </>
            )}
          </Show>
        </dl>
        <Show when={props.storage.removed}>
          <p class="field-error" role="alert">
            {t(
              'This device was removed from another one: nothing is sent or received. Forget the storage here. You can connect it again with a recovery code.',
            )}
          </p>
        </Show>
        <Show when={props.storage.paused && !props.storage.tested.ok}>
          <p class="field-error" role="alert">
            {said(props.storage.tested.message)}
          </p>
        </Show>
        <Show when={props.view.trouble}>
          {(trouble) => (
            <p class="field-error" role="alert">
              {said(trouble().message)} {stepWords(trouble().next)}{' '}
              {t('Since {when}. Your work here is saved and will be sent when the storage is available.', {
                when: new Date(trouble().since).toLocaleString(locale()),
              })}
            </p>
          )}
        </Show>
        <Show when={lostWords(props.view)}>
          {(words) => (
            <p class="field-error" role="alert">
              {words()}
            </p>
          )}
        </Show>
        <Show when={!props.storage.hasSecrets}>
          <p class="field-error" role="alert">
            {t(
              'Its keys can no longer be read on this device. Forget it here and connect again with the recovery code.',
            )}
          </p>
        </Show>
        <div class="service-foot">
          <TestOutcome work={work} label={t('Test result')} />
          <button
            type="button"
            class="button"
            disabled={work.busy() || !props.storage.hasSecrets}
            onClick={() =>
              void work.run(
                () => ask({ kind: 'test-storage', engine: props.storage.engine, fields: { ...props.storage.fields } }),
                'Testing…',
              )
            }
          >
            {t('Test')}
          </button>
          <button
            type="button"
            class="button"
            onClick={() => void act(() => ask({ kind: 'pause-storage', paused: !props.storage.paused }))}
          >
            {props.storage.paused ? t('Continue') : t('Pause')}
          </button>
          <button
            type="button"
            class="button ghost"
            onClick={() => (sure() ? void act(() => ask({ kind: 'forget-storage' })) : setSure(true))}
          >
            {sure() ? t('Forget it here? Press again') : t('Forget this storage here')}
          </button>
        </div>
        <p class="hint">
          {t(
            'This removes its address, credentials and key from this browser. The data in the storage stays, and only the recovery code can open it again.',
          )}
        </p>
      </section>
      <WhatIsShared view={props.view} storage={props.storage} onChange={(change) => void act(change)} />
      <Show when={props.storage.hasSecrets}>
        <RecoveryCode shown={props.fresh} />
        <KnownDevices />
        <StoredThere onEmpty={props.onChange} />
      </Show>
    </>
  )
}

/** The current state: while there is trouble, the test result from the connection is out of date. */
function stateWords({ trouble }: DevicesView, storage: NonNullable<DevicesView['storage']>): string {
  if (storage.paused || storage.removed) return t('Paused: nothing is sent or received')
  if (trouble) return t('Not working since {when}', { when: new Date(trouble.since).toLocaleString(locale()) })
  return said(storage.tested.message)
}

function lostWords({ lost }: DevicesView): string | undefined {
  const { part = 0, all = 0 } = lost ?? {}
  if (all > 0) return t('The storage was emptied. Open a session to share it again, or continue on this device only.')
  if (part > 0) return t('The storage lost parts of some sessions. The device that has a session sends them again.')
  return undefined
}
