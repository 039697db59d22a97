import { createResource, type JSX, onCleanup, Show } from 'solid-js'
import type { SessionItem } from '../../protocol/common.ts'
import { useApp } from '../base/state/app-context.ts'
import { useAsk } from '../base/state/ask.ts'
import { said } from '../base/words/said.ts'
import { t } from '../base/words/t.ts'
import { ContinueAlone } from './ContinueAlone.tsx'

/** Refresh interval in ms, since the reason may change: first the storage is unreachable, then it refuses. */
const LOOK_EVERY = 5000

/** The sync storage does not work: says why, and where to look. Disappears when it works again. */
export default function TroubleBanner(props: { item: SessionItem }): JSX.Element {
  const { openDialog } = useApp()
  const ask = useAsk()
  const [view, { refetch }] = createResource(() => ask({ kind: 'get-devices' }))
  const timer = setInterval(refetch, LOOK_EVERY)
  onCleanup(() => clearInterval(timer))
  const words = (): string | undefined => {
    if (view.error || view.latest === undefined) return undefined
    const { storage, trouble } = view.latest
    if (storage?.removed)
      return t(
        'This device was removed from another one. What happens here stays here, and what happens on your other devices is not shown here.',
      )
    const why = trouble?.message ?? (storage?.paused && !storage.tested.ok ? storage.tested.message : undefined)
    if (why === undefined) return undefined
    const then = props.item.elsewhere
      ? t('Until this is fixed, this device doesn’t see what happens on your others.')
      : t('Until this is fixed, your other devices don’t get what happens here.')
    return `${said(why)} ${then}`
  }
  return (
    <Show when={words()}>
      {(text) => (
        <section class="banner elsewhere" aria-label={t('Your sync storage')}>
          <span role="status">{text()}</span>
          <div class="row">
            <button type="button" class="button" onClick={() => openDialog({ settings: 'Devices' })}>
              {t('Open Devices')}
            </button>
            <Show when={!props.item.elsewhere && !props.item.lost}>
              <ContinueAlone item={props.item} />
            </Show>
          </div>
        </section>
      )}
    </Show>
  )
}
