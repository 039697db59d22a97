import '../kit/choice-line.css'
import { For, type JSX, Show } from 'solid-js'
import type { DevicesView } from '../../protocol/devices.ts'
import { useDevices } from '../state/devices.ts'
import { t } from '../words/t.ts'

/** Which sessions go into the storage, and whether providers do with their keys. */
export function WhatIsShared(props: {
  view: DevicesView
  storage: NonNullable<DevicesView['storage']>
  onChange: (change: () => Promise<DevicesView>) => void
}): JSX.Element {
  const devices = useDevices()
  return (
    <section class="service" aria-label={t('What is shared')}>
      <h3>{t('What is shared')}</h3>
      <label class="choice-line">
        <span>{t('Shared with your devices')}</span>
        <select
          class="select small"
          value={props.storage.onlyChosen ? 'chosen' : 'all'}
          onChange={(event) => props.onChange(() => devices.shareOnlyChosen(event.currentTarget.value === 'chosen'))}
        >
          <option value="all">{t('All sessions')}</option>
          <option value="chosen">{t('Only those that I choose')}</option>
        </select>
      </label>
      <p class="hint">
        {t(
          'Each session has a switch of its own in Session options. What is shared already stays shared until it is switched off there.',
        )}
      </p>
      <label class="check">
        <input
          type="checkbox"
          checked={props.storage.lendsProviders === true}
          onChange={(event) => {
            const lends = event.currentTarget.checked
            props.onChange(() => devices.lendProviders(lends))
          }}
        />
        <span>{t('Lend providers and their keys to my devices')}</span>
      </label>
      <p class="hint">
        {t(
          'Off: each device has its own. On: the providers that are set up here go into the storage with their keys, sealed like everything else, and your devices on which this is on use them; changes and removals follow. Whoever has the recovery code can then use these keys. A provider that you set up on a device stays as it is there. Local servers stay here.',
        )}{' '}
        {t(
          'Switched off, they are deleted in the storage as soon as it answers, and what was lent is removed from the devices that use it.',
        )}
      </p>
      <Show when={(props.view.borrowed ?? []).length > 0}>
        <ul aria-label={t('Borrowed providers')}>
          <For each={props.view.borrowed}>
            {({ label, by }) => <li>{t('{provider}, from {device}', { provider: label, device: by })}</li>}
          </For>
        </ul>
      </Show>
    </section>
  )
}
