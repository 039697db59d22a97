import { type JSX, Show } from 'solid-js'
import { useApp } from '../../base/state/app-context.ts'
import type { OpenSession } from '../../base/state/ui-state.ts'
import { t } from '../../base/words/t.ts'
import RecordingBar from '../../sharing/replay/RecordingBar.tsx'

/** In place of the box in a session that takes no messages: it was deleted, or is a recording. */
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
