import { createSignal, type JSX, onCleanup, Show } from 'solid-js'
import type { SessionItem } from '../../protocol/common.ts'
import { sessionHash } from '../base/kit/session-hash.ts'
import { useApp } from '../base/state/app-context.ts'
import { t } from '../base/words/t.ts'
import { apartWords } from './apart-words.ts'

type Choice = 'keep' | 'send' | 'discard'

/**
 * Another device continued this session, and this copy holds the part that only this device has: the person decides
 * what happens to it.
 */
export function ApartBanner(props: { sessionId: string; apart: NonNullable<SessionItem['apart']> }): JSX.Element {
  const { actions, state } = useApp()
  const [asked, setAsked] = createSignal<{ id: string; choice: Choice; shared: string | null } | null>(null)
  const doing = () => (state.unacknowledged[asked()?.id ?? ''] ? asked()?.choice : undefined)
  const choose = (choice: Choice): void => {
    const id = actions.outgoing.command({ kind: 'settle-apart', sessionId: props.sessionId, choice })
    if (id !== null) setAsked({ id, choice, shared: props.apart.session })
  }
  const own = props.sessionId
  // the copy was removed: open the shared session
  onCleanup(() => {
    const { choice, shared = null } = asked() ?? {}
    // the copy's own page may learn this before the list does
    const head = state.open?.id === own ? state.open.view?.head : undefined
    const isGone = (head ?? state.sessions?.find(({ id }) => id === own))?.deletedAt != null
    if (!isGone) return
    if (choice === 'discard')
      actions.notify(t('Discarded what only this device had.'), () => actions.restoreSession(own))
    if (shared !== null && location.hash === sessionHash(own)) location.hash = sessionHash(shared)
  })
  const canSend = () => props.apart.session !== null && props.apart.messages + props.apart.results > 0
  return (
    <section class="banner elsewhere apart" aria-label={t('Only on this device')}>
      <span>{apartWords(props.apart)}</span>
      <div class="row">
        <button type="button" class="button" disabled={doing() !== undefined} onClick={() => choose('keep')}>
          {t('Keep as a copy')}
        </button>
        <Show when={canSend()}>
          <button
            type="button"
            class="button"
            title={t(
              'Sends your messages again in the shared session, continues it on this device and removes this copy',
            )}
            disabled={doing() !== undefined}
            onClick={() => choose('send')}
          >
            {doing() === 'send' ? t('Sending there…') : t('Send there')}
          </button>
        </Show>
        <button type="button" class="button ghost" disabled={doing() !== undefined} onClick={() => choose('discard')}>
          {t('Discard')}
        </button>
      </div>
    </section>
  )
}
