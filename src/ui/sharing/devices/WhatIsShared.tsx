import '../../base/kit/choice-line.css'
import { For, type JSX, Show } from 'solid-js'
import type { DevicesView } from '../../../protocol/devices.ts'
import { useAsk } from '../../base/state/ask.ts'
import { t } from '../../base/words/t.ts'

/** Which sessions are stored there, and whether providers are stored with their keys. */
export function WhatIsShared(props: {
  view: DevicesView
  storage: NonNullable<DevicesView['storage']>
  onChange: (change: () => Promise<DevicesView>) => void
}): JSX.Element {
  const ask = useAsk()
  return (
    <section class="service" aria-label={t('What is shared')}>
      <h3>{t('What is shared')}</h3>
      <label class="choice-line">
        <span>{t('Shared with your devices')}</span>
        <select
          class="select small"
          value={props.storage.onlyChosen ? 'chosen' : 'all'}
          onChange={(event) =>
            props.onChange(() => ask({ kind: 'choose-shared', onlyChosen: event.currentTarget.value === 'chosen' }))
          }
        >
          <option value="all">{t('All sessions')}</option>
          <option value="chosen">{t('Only sessions I choose')}</option>
        </select>
      </label>
      <p class="hint">
        {t(
          'Each session has its own switch in Session options. Sessions that are already shared stay shared until you switch that off.',
        )}
      </p>
      <label class="check">
        <input
          type="checkbox"
          checked={props.storage.lendsProviders === true}
          onChange={(event) => {
            const lends = event.currentTarget.checked
            props.onChange(() => ask({ kind: 'choose-shared', lendsProviders: lends }))
          }}
        />
        <span>{t('Share providers and keys with my devices')}</span>
      </label>
      <p class="hint">
        {t(
          'Off: each device has its own providers. On: the providers set up here are stored with their keys, encrypted like everything else, and used by your devices that have this on. Changes and removals follow. Anyone with the recovery code can then use these keys. Providers set up on a device stay as they are there. Local servers are not shared.',
        )}{' '}
        {t(
          'When you turn this off, they are deleted from the storage as soon as it responds, and removed from the devices that use them.',
        )}
      </p>
      <Show when={(props.view.borrowed ?? []).length > 0}>
        <ul aria-label={t('Shared providers')}>
          <For each={props.view.borrowed}>
            {({ label, by }) => <li>{t('{provider}, from {device}', { provider: label, device: by })}</li>}
          </For>
        </ul>
      </Show>
    </section>
  )
}
