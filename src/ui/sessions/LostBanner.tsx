import { createSignal, type JSX, Show } from 'solid-js'
import type { SessionItem } from '../../protocol/common.ts'
import { useApp } from '../base/state/app-context.ts'
import { useBranches } from '../base/state/branches.ts'
import { t } from '../base/words/t.ts'
import { ContinueAlone } from './ContinueAlone.tsx'

/** The sync storage has lost data of the session that this device still has: the person decides what to do. */
export function LostBanner(props: { item: SessionItem; much: 'part' | 'all' }): JSX.Element {
  const { actions, state } = useApp()
  const branches = useBranches()
  const [asked, setAsked] = createSignal<string | null>(null)
  const waiting = () => state.unacknowledged[asked() ?? ''] === true
  const own = () => props.item.elsewhere === undefined
  const words = (): string => {
    if (props.much === 'all') return t('Your sync storage was emptied. This device still has the whole session.')
    return own()
      ? t('Your sync storage lost part of this session. This device has all of it and is sending it again.')
      : t('Your sync storage lost part of this session. This device still has it.')
  }
  const share = (): void =>
    void setAsked(actions.outgoing.command({ kind: 'share-session', sessionId: props.item.id, shared: true }))
  const keep = (): void => {
    const seq = state.open?.id === props.item.id ? state.open.view?.head.seq : undefined
    if (seq !== undefined) void branches.forkAt(props.item.id, seq)
  }
  return (
    <section class="banner elsewhere lost" aria-label={t('Lost in the storage')}>
      <span role="status">{words()}</span>
      <div class="row">
        <Show when={own() || props.much === 'all'}>
          <button type="button" class="button" disabled={waiting()} onClick={share}>
            {t('Share again')}
          </button>
        </Show>
        <Show when={own()}>
          <ContinueAlone item={props.item} />
        </Show>
        <button type="button" class="button ghost" onClick={keep}>
          {t('Keep a copy')}
        </button>
      </div>
    </section>
  )
}
