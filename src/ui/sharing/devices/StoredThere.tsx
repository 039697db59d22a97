import { createSignal, type JSX, Show } from 'solid-js'
import type { DevicesView, StoredView } from '../../../protocol/devices.ts'
import { fileSize } from '../../base/kit/file-size.ts'
import { useAsk } from '../../base/state/ask.ts'
import { createWork } from '../../base/state/create-work.ts'
import { said } from '../../base/words/said.ts'
import { count, t } from '../../base/words/t.ts'

/** The size of the storage, and its deletion: the person sees the size first. */
export function StoredThere(props: { onEmpty: (view: DevicesView) => void }): JSX.Element {
  const ask = useAsk()
  const work = createWork()
  const [stored, setStored] = createSignal<StoredView | null>(null)
  const [sure, setSure] = createSignal(false)
  const measure = (): Promise<unknown> =>
    work.run(async () => {
      setStored(await ask({ kind: 'measure-storage' }))
      return null
    }, t('Counting…'))
  const empty = async (): Promise<void> => {
    if (!sure()) {
      await measure()
      return void setSure(stored() !== null)
    }
    setSure(false)
    await work.run(async () => {
      props.onEmpty(await ask({ kind: 'empty-storage' }))
      return null
    }, t('Deleting…'))
  }
  const much = (): string => {
    const { objects, bytes } = stored() ?? { objects: 0, bytes: 0 }
    return t('{objects}, {size}', { objects: count(objects, '1 object', '{n} objects'), size: fileSize(bytes) })
  }
  return (
    <section class="service" aria-label={t('Stored data')}>
      <h3>{t('Stored data')}</h3>
      <Show when={stored()}>
        <p role="status">{much()}</p>
      </Show>
      <p class="form-outcome" role="status" aria-label={t('Result for the stored data')} data-ok={work.outcome()?.ok}>
        <Show when={work.busy()} fallback={said(work.outcome()?.message ?? '')}>
          {work.doing()}
        </Show>
      </p>
      <div class="row">
        <button type="button" class="button small" disabled={work.busy()} onClick={() => void measure()}>
          {t('Show storage use')}
        </button>
        <button type="button" class="button small ghost" disabled={work.busy()} onClick={() => void empty()}>
          {sure() ? t('Delete {much} for good? Press again', { much: much() }) : t('Delete everything there')}
        </button>
      </div>
      <p class="hint">
        {t(
          'Sessions stay on the devices that have them. Sharing stops on the other devices, with a notice: forget the storage there, too.',
        )}
      </p>
    </section>
  )
}
