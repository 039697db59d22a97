import { type JSX, Show } from 'solid-js'
import RecordingBar from '../replay/RecordingBar.tsx'
import { useApp } from '../state/app-context.ts'
import type { OpenSession } from '../state/ui-state.ts'
import { t } from '../words/t.ts'

/** Where one would write in a session that takes nothing: it was deleted, or is a recording. */
export default function NotAlive(props: { session: OpenSession }): JSX.Element {
  const { actions } = useApp()
  return (
    <Show
      when={(props.session.view?.head.deletedAt ?? null) !== null}
      fallback={<RecordingBar session={props.session} />}
    >
      <div class="banner" role="alert">
        {t('This session was deleted.')}
        <button type="button" class="button" onClick={() => void actions.restore()}>
          {t('Restore')}
        </button>
      </div>
    </Show>
  )
}
