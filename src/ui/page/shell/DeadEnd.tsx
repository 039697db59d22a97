import { type JSX, Show } from 'solid-js'
import { isPrivateSession } from '../../../settings/private-session.ts'
import { useApp } from '../../base/state/app-context.ts'
import type { OpenSession } from '../../base/state/ui-state.ts'
import { said } from '../../base/words/said.ts'
import { t } from '../../base/words/t.ts'

/** A session that can’t be shown: the reason, and the ways on. */
export default function DeadEnd(props: { session: OpenSession }): JSX.Element {
  const { state, openDialog } = useApp()
  return (
    <div class="dead-end" role="alert">
      <Show
        when={props.session.phase === 'failed'}
        fallback={
          <Show
            when={isPrivateSession(props.session.id)}
            fallback={
              <>
                <h2>{t('Session not found')}</h2>
                <p>{t('It was permanently deleted, or it is in another browser.')}</p>
              </>
            }
          >
            <h2>{t('This private session has ended')}</h2>
            <p>{t('Nothing of it was kept.')}</p>
          </Show>
        }
      >
        <h2>{t('This session can’t be opened')}</h2>
        <p>{said(props.session.problem)}</p>
      </Show>
      <div class="row">
        <a class="button primary" href="#/">
          {t('Back to the start')}
        </a>
        <Show
          when={props.session.phase === 'failed'}
          fallback={
            <Show when={(state.sessions?.length ?? 0) > 0}>
              <button type="button" class="button" onClick={() => openDialog({ organise: null })}>
                {t('All sessions')}
              </button>
            </Show>
          }
        >
          <button type="button" class="button" onClick={() => openDialog({ settings: 'Data' })}>
            {t('Export or remove it')}
          </button>
        </Show>
      </div>
    </div>
  )
}
