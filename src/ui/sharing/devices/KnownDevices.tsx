import { createMemo, createResource, createSignal, For, type JSX, Show } from 'solid-js'
import type { DeviceView } from '../../../protocol/devices.ts'
import { relativeTime } from '../../base/kit/relative-time.ts'
import { TextField } from '../../base/kit/TextField.tsx'
import { useApp } from '../../base/state/app-context.ts'
import { useAsk } from '../../base/state/ask.ts'
import { messageOf } from '../../base/state/message-of.ts'
import { count, t } from '../../base/words/t.ts'

/**
 * The devices that share the storage, with their names and when each was last seen. This device can be named, others
 * can be removed.
 */
export function KnownDevices(): JSX.Element {
  const ask = useAsk()
  const { actions } = useApp()
  const [known, { mutate }] = createResource(() => ask({ kind: 'list-devices' }))
  /**
   * A row keeps its elements when its data changes: the press that leaves the name field, and so saves it, may be on a
   * button in another row.
   */
  const byId = createMemo(() => new Map((known.error ? [] : (known.latest ?? [])).map((device) => [device.id, device])))
  /** The device whose button was pressed once. */
  const [sure, setSure] = createSignal('')
  const act = async (change: () => Promise<DeviceView[]>): Promise<void> => {
    try {
      mutate(await change())
    } catch (error) {
      actions.notify(messageOf(error))
    }
  }
  const rename = (name: string): void => {
    if (name.trim() !== '') void act(() => ask({ kind: 'name-device', name }))
  }
  const remove = (id: string): void => {
    if (sure() !== id) return void setSure(id)
    setSure('')
    void act(() => ask({ kind: 'remove-device', device: id }))
  }
  return (
    <section class="service" aria-label={t('Your devices')}>
      <h3>{t('Your devices')}</h3>
      <Show when={known.error}>
        {(error) => (
          <p class="field-error" role="alert">
            {messageOf(error())}
          </p>
        )}
      </Show>
      <Show
        when={!known.error && known.latest !== undefined}
        fallback={<p class="hint">{known.error ? '' : t('Checking…')}</p>}
      >
        <ul class="known-devices">
          <For each={[...byId().keys()]}>
            {(id) => (
              <Show when={byId().get(id)}>
                {(device) => (
                  <li>
                    <Show
                      when={device().own}
                      fallback={
                        <>
                          <span class="known-device">
                            <strong>{device().name}</strong>
                            <span class="hint">{seenWords(device())}</span>
                          </span>
                          <button type="button" class="button small ghost" onClick={() => remove(id)}>
                            {sure() === id
                              ? t('Remove {device}? Press again', { device: device().name })
                              : t('Remove {device}', { device: device().name })}
                          </button>
                        </>
                      }
                    >
                      <TextField
                        label={t('Name of this device')}
                        hint={t('Your other devices see this name.')}
                        value={device().name}
                        onChange={rename}
                      />
                    </Show>
                  </li>
                )}
              </Show>
            )}
          </For>
        </ul>
      </Show>
      <p class="hint">
        {t(
          'A removed device stops syncing the next time it connects. It still has its data and the key. To lock out a lost device, change the credentials at the storage, delete everything there and connect your devices again.',
        )}
      </p>
    </section>
  )
}

const seenWords = ({ seen, sessions }: DeviceView): string => {
  const shares = count(sessions, '1 session', '{n} sessions')
  if (seen === null) return shares
  return t('{sessions}, seen {when}', { sessions: shares, when: relativeTime(seen, Date.now()) })
}
